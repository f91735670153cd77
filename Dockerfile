# The companion in a container, without root. Build: docker build -t table-companion .
# Run: docker run -p 8000:8000 -v tables:/data table-companion
# A camera and a board are handed in by the names that stay theirs (ls -l /dev/v4l/by-id /dev/serial/by-id):
#   --device /dev/v4l/by-id/usb-NAME-video-index0:/dev/video0 --device /dev/serial/by-id/usb-NAME-if00:/dev/ttyACM0
#   --group-add video --group-add dialout
# Its clock, for the times of entries as people read them: -e TZ=Europe/Berlin
# MQTT: -e COMPANION_SERVE_MQTT=mqtt://user:password@broker, with @ as %40 and / as %2F in a password.
FROM python:3.12-slim AS build
WORKDIR /src
# The base images' tags and uv.lock say what was tested; an image takes the fixes of its day.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir build
COPY . .
RUN python -m build --wheel --outdir /wheels

FROM python:3.12-slim
# OpenCV's wheel needs these two libraries.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libgl1 libglib2.0-0 tzdata \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[mqtt,postgresql]" && rm -rf /wheels
RUN useradd --create-home --uid 10001 --groups video,dialout companion && install -d -o companion /data
USER 10001
ENV XDG_DATA_HOME=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["companion"]
CMD ["serve", "--camera", "none", "--lights", "none"]
