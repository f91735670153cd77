"""Renders a room of `traced_scenes` with a path tracer (Mitsuba 3, extra `rendering`), and locates its tags.

Shapes are meshes; lamps are area lights; the lens is thin and has an aperture; stickers come from the
companion's own sticker sheets. Lens distortion, noise, smoothing, sharpening and JPEG are applied afterwards.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import mitsuba
import numpy as np
import pypdfium2

from companion.vision.sheets import write_sticker_pdf
from tests.rigs.traced_scenes import (
    FINISH_ROUGHNESS,
    MAX_LENS_SHIFT,
    TILE_HEIGHT_MM,
    TILE_MM,
    Camera,
    Hand,
    Lamp,
    Room,
    Tile,
    projected,
    sticker_point,
    straightened,
)

CELL_PX = 200
"""Side of a face or a sticker in the shared texture."""
TEXTURE_COLUMNS = 8
SAMPLES_PER_PASS = 8
SMOOTHING_LEVELS = (10.0, 45.0)
"""Range of colour differences, in levels, that the camera's smoothing removes as noise."""
MIN_COVER_DISTANCE_MM = 1.0
"""Whatever is nearer to the camera than a tag by this much covers it."""

Mesh = tuple[list[Any], list[Any], list[Any]]
"""Vertices, their texture coordinates, and faces as lists of vertex numbers."""


def load_mitsuba() -> Any:
    """The path tracer, compiled with LLVM if that is installed, else the scalar variant. Raises
    RuntimeError."""
    for variant in ("llvm_ad_rgb", "scalar_rgb"):
        try:
            mitsuba.set_variant(variant)
            mitsuba.load_dict({"type": "sphere"})
        except (ImportError, RuntimeError):
            continue
        return mitsuba
    raise RuntimeError("No form of Mitsuba runs here.")


def stickers(texts: Sequence[str], symbol_mm: float, folder: Path) -> list[np.ndarray]:
    """Each tag as printed, with its white margin, CELL_PX pixels square."""
    out = folder / "stickers.pdf"
    sheets = write_sticker_pdf(texts, "a4", symbol_mm, out)
    side = symbol_mm * 25 / 21
    # Pages are in points of 1/72 inch; rendered at twice the texture's resolution.
    scale = 2 * CELL_PX / side * 25.4 / 72
    pages = [page.render(scale=scale).to_numpy() for page in pypdfium2.PdfDocument(str(out))]
    found = []
    for tag in sheets.placed:
        page = pages[tag.page - 1]
        px = page.shape[0] / 297.0
        x, y, half = tag.x * px, tag.y * px, side * px / 2
        way = np.array([[CELL_PX / 2 / half, 0, 0], [0, CELL_PX / 2 / half, 0]])
        way[:, 2] = CELL_PX / 2 - way[:, :2] @ (x, y)
        found.append(
            cv2.warpAffine(
                page[:, :, :3], way, (CELL_PX, CELL_PX), flags=cv2.INTER_LINEAR, borderValue=(255,) * 3
            )
        )
    return found


def face_art(random: np.random.Generator) -> np.ndarray:
    """A random picture for a face: soft patches, shapes and marks."""
    face = np.empty((CELL_PX, CELL_PX, 3), np.float32)
    face[:] = random.uniform(0.05, 0.8, 3)
    for cells, by in ((4, 0.15), (12, 0.08), (50, 0.04)):
        patch = random.normal(0, by, (cells, cells, 3)).astype(np.float32)
        face += cv2.resize(patch, (CELL_PX, CELL_PX), interpolation=cv2.INTER_CUBIC)
    drawn = np.ascontiguousarray(np.clip(face, 0, 1) * 255).astype(np.uint8)
    for _ in range(int(random.integers(4, 26))):
        a, b = (tuple(int(v) for v in random.integers(0, CELL_PX, 2)) for _ in range(2))
        ink = tuple(int(v) for v in random.integers(0, 255, 3))
        kind = random.integers(4)
        if kind == 0:
            cv2.circle(drawn, a, int(random.integers(3, 30)), ink, int(random.choice((-1, 2))), cv2.LINE_AA)
        elif kind == 1:
            cv2.line(drawn, a, b, ink, int(random.integers(1, 5)), cv2.LINE_AA)
        elif kind == 2:
            cv2.rectangle(drawn, a, (a[0] + 22, a[1] + 16), ink, int(random.choice((-1, 2))))
        else:
            cv2.putText(
                drawn, str(random.integers(10, 999)), a, cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA
            )
    return drawn


def cloth_picture(room: Room) -> np.ndarray:
    """The table's cloth or wood, 1200 pixels for 2,400 mm, not yet turned."""
    random = np.random.default_rng([21, room.number])
    side = 1200
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) * 2.0
    a, b, c = (np.array(colour, np.float32) for colour in room.cloth_colours)
    step = room.cloth_mm
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = a
    if room.cloth == "checks":
        one, other = (x // step) % 2, (y // step) % 2
        picture += (one + other)[:, :, None] / 2 * (b - a)
    elif room.cloth == "stripes":
        picture[(x % step) < step * 0.4] = b
        picture[(x % (step * 3)) < step * 0.2] = c
    elif room.cloth == "dots":
        picture[np.hypot(x % step - step / 2, y % step - step / 2) < step * 0.3] = b
    elif room.cloth == "wood":
        wave = random.normal(0, 1, (8, 60)).astype(np.float32)
        grain = cv2.resize(wave, (side, side), interpolation=cv2.INTER_CUBIC)
        picture = np.array([0.42, 0.24, 0.12], np.float32) * (1 + 0.25 * grain[:, :, None])
        picture[(y % 180) < 4] *= 0.4
    elif room.cloth == "noise":
        patch = random.uniform(0, 1, (int(2400 / step) + 2,) * 2 + (1,)).astype(np.float32)
        picture += cv2.resize(patch, (side, side), interpolation=cv2.INTER_NEAREST)[:, :, None] * (b - a)
    picture += random.normal(0, 0.02, picture.shape).astype(np.float32)
    return np.clip(picture, 0.01, 0.95)


# --- meshes ---------------------------------------------------------------------------------------------


def _cell(n: int) -> tuple[float, float, float]:
    """Texture coordinates of face `n`: its middle from the upper left corner, and half its side."""
    return (
        (n % TEXTURE_COLUMNS + 0.5) / TEXTURE_COLUMNS,
        (n // TEXTURE_COLUMNS + 0.5) / TEXTURE_COLUMNS,
        0.5 / TEXTURE_COLUMNS,
    )


def _tile_mesh(mesh: Mesh, n: int, tile: Tile) -> None:
    corners, places, faces = mesh
    count = 40 if tile.round else 4
    turns = np.linspace(0, 2 * math.pi, count, endpoint=False) + (0 if tile.round else math.pi / 4)
    reach = TILE_MM / 2 * (1 if tile.round else math.sqrt(2))
    whole = math.radians(tile.turn)
    u, v, half = _cell(n)
    first = len(corners)
    for high in (TILE_HEIGHT_MM, 0.0):
        for turn in turns:
            x, y = reach * math.cos(turn), reach * math.sin(turn)
            corners.append(
                (
                    tile.x + x * math.cos(whole) - y * math.sin(whole),
                    tile.y + x * math.sin(whole) + y * math.cos(whole),
                    high,
                )
            )
            inner = 0.98 * half / (TILE_MM / 2)
            places.append((u + x * inner, v - y * inner))
    faces.append(list(range(first, first + count)))
    for n in range(count):
        one, two = first + n, first + (n + 1) % count
        faces.append([one, one + count, two + count, two])


def _sticker_mesh(mesh: Mesh, n: int, tile: Tile, symbol: float) -> None:
    corners, places, faces = mesh
    u, v, half = _cell(n)
    cells = 6 if tile.curl_mm else 1
    first, reach = len(corners), 25 / 21 / 2
    steps = np.linspace(-1, 1, cells + 1)
    for down in steps:
        for right in steps:
            corners.append(sticker_point(tile, symbol, right * reach, down * reach))
            places.append((u + right * half, v + down * half))
    wide = cells + 1
    for row in range(cells):
        for column in range(cells):
            one = first + row * wide + column
            faces.append([one, one + wide, one + wide + 1, one + 1])


def _box_mesh(mesh: Mesh, x: float, y: float, z: float, half: float, turn: float) -> None:
    corners, places, faces = mesh
    first, c, s = len(corners), math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for dz in (-half, half):
        for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half)):
            corners.append((x + dx * c - dy * s, y + dx * s + dy * c, z + dz))
            places.append((0.5, 0.5))
    for side in ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)):
        faces.append([first + corner for corner in side])


def _blob_mesh(mesh: Mesh, a: np.ndarray, b: np.ndarray, thick: float, flat: float = 1.0) -> None:
    """An egg shape from a to b. flat: height as a part of the width."""
    corners, places, faces = mesh
    first, along = len(corners), b - a
    long = float(np.linalg.norm(along)) / 2 + thick
    along = along / np.linalg.norm(along)
    side = np.cross((0, 0, 1.0), along)
    side /= np.linalg.norm(side)
    above = np.cross(along, side)
    rows, turns = 12, 18
    for row in range(rows + 1):
        t = math.pi * row / rows
        for n in range(turns):
            p = 2 * math.pi * n / turns
            wide = thick * math.sin(t) ** 0.6
            at = (a + b) / 2 - along * long * math.cos(t) + side * wide * math.cos(p)
            corners.append(tuple(at + above * wide * flat * math.sin(p)))
            places.append((n / turns * 4, row / rows * 4))
    for row in range(rows):
        for n in range(turns):
            one, two = first + row * turns + n, first + row * turns + (n + 1) % turns
            faces.append([one, two, two + turns, one + turns])


def _hand_meshes(hand: Hand, skin: Mesh, sleeve: Mesh) -> None:
    to = np.array([math.cos(hand.to), math.sin(hand.to), 0.0])
    across = np.array([-to[1], to[0], 0.0])
    palm = np.array([hand.x, hand.y, hand.z + 12.0])
    _blob_mesh(skin, palm - to * 30, palm + to * 30, 40, 0.4)
    for n in range(4):
        spread = (n - 1.5) * hand.spread
        knuckle = palm + to * 55 + across * (n - 1.5) * 19
        point = knuckle + (to * math.cos(spread) + across * math.sin(spread)) * 55
        _blob_mesh(skin, knuckle, point - (0, 0, 10), 9)
    _blob_mesh(skin, palm + across * 35, palm + across * 62 + to * 42 - (0, 0, 8), 10)
    _blob_mesh(skin, palm - to * 130 + (0, 0, 6), palm - to * 30, 28, 0.8)
    _blob_mesh(sleeve, palm - to * 600 + (0, 0, 60), palm - to * 130 + (0, 0, 6), 46)


def _shape(mesh: Mesh, name: str, folder: Path, bsdf: dict[str, Any], smooth: bool = False) -> dict[str, Any]:
    """The mesh, written as an .obj file, as a Mitsuba shape."""
    corners, places, faces = mesh
    out = folder / f"{name}.obj"
    with out.open("w") as file:
        file.writelines(f"v {x:.4f} {y:.4f} {z:.4f}\n" for x, y, z in corners)
        file.writelines(f"vt {u:.6f} {1 - v:.6f}\n" for u, v in places)
        for face in faces:
            for n in range(1, len(face) - 1):
                three = (face[0], face[n], face[n + 1])
                file.write("f " + " ".join(f"{c + 1}/{c + 1}" for c in three) + "\n")
    return {"type": "obj", "filename": str(out), "face_normals": not smooth, "bsdf": bsdf}


# --- the room -------------------------------------------------------------------------------------------


def _texture(mi: Any, picture: np.ndarray, raw: bool = False) -> dict[str, Any]:
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(picture)), "raw": raw}


def _coated(texture: Any, rough: float) -> dict[str, Any]:
    if rough == 0.0:
        return {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": texture}}
    coat = {"type": "roughplastic", "distribution": "ggx", "alpha": rough, "int_ior": 1.5, "nonlinear": False}
    return {"type": "twosided", "bsdf": coat | {"diffuse_reflectance": texture}}


def _rgb(colour: Sequence[float]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in colour]}


def _sheet(pictures: Sequence[np.ndarray], paper: float = 1.0) -> np.ndarray:
    whole = np.full((TEXTURE_COLUMNS * CELL_PX, TEXTURE_COLUMNS * CELL_PX, 3), 128, np.uint8)
    for n, picture in enumerate(pictures):
        x, y = n % TEXTURE_COLUMNS * CELL_PX, n // TEXTURE_COLUMNS * CELL_PX
        whole[y : y + CELL_PX, x : x + CELL_PX] = np.clip(picture * paper + 10, 0, 255)
    return whole


def scene_of(mi: Any, room: Room, folder: Path) -> Any:
    random = np.random.default_rng([22, room.number])
    to = mi.ScalarTransform4f
    texts = [tile.text for tile in room.tiles]
    printed = _texture(mi, _sheet(stickers(texts, room.symbol_mm, folder), 0.9))
    faces = _texture(mi, _sheet([face_art(random) for _ in texts]))
    tiles: Mesh = ([], [], [])
    for n, tile in enumerate(room.tiles):
        _tile_mesh(tiles, n, tile)
    ground = to().rotate([0, 0, 1], room.cloth_turn).scale([1200, 1200, 1])
    whole: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 3},
        "table": {
            "type": "rectangle",
            "to_world": ground,
            "bsdf": {"type": "diffuse", "reflectance": _texture(mi, cloth_picture(room), raw=True)},
        },
        "air": {"type": "constant", "radiance": _rgb(room.ambient)},
        "tiles": _shape(tiles, "tiles", folder, _coated(faces, float(random.choice((0.0, 0.2, 0.35))))),
    }
    for finish, rough in FINISH_ROUGHNESS.items():
        mesh: Mesh = ([], [], [])
        for n, tile in enumerate(room.tiles):
            if tile.finish == finish:
                _sticker_mesh(mesh, n, tile, room.symbol_mm)
        if mesh[0]:
            whole[finish] = _shape(mesh, finish, folder, _coated(printed, rough))
    by_colour: dict[Any, Mesh] = {}
    for cube in room.cubes:
        mesh = by_colour.setdefault(cube.colour, ([], [], []))
        _box_mesh(mesh, cube.x, cube.y, cube.z, cube.side / 2, cube.turn)
    for n, (colour, mesh) in enumerate(by_colour.items()):
        whole[f"goods{n}"] = _shape(mesh, f"goods{n}", folder, _coated(_rgb(colour), 0.3))
    for n, hand in enumerate(room.hands):
        skin: Mesh = ([], [], [])
        sleeve: Mesh = ([], [], [])
        _hand_meshes(hand, skin, sleeve)
        whole[f"hand{n}"] = _shape(skin, f"hand{n}", folder, _coated(_rgb(hand.skin), 0.45), True)
        patterned = _texture(mi, (cloth_picture(room)[:300, :300][:, ::-1]), raw=True)
        whole[f"sleeve{n}"] = _shape(sleeve, f"sleeve{n}", folder, _coated(patterned, 0.0), True)
    for n, lamp in enumerate(room.lamps):
        whole[f"lamp{n}"] = _lamp(mi, lamp)
    return mi.load_dict(whole)


def _lamp(mi: Any, lamp: Lamp) -> dict[str, Any]:
    to = mi.ScalarTransform4f
    place, aim = np.array(lamp.place), np.array(lamp.aim)
    far = float(np.linalg.norm(place - aim))
    area = (math.pi if lamp.round else 4) * lamp.half[0] * lamp.half[1]
    slant = lamp.place[2] / far
    bright = lamp.power * math.pi * far**2 / area / max(slant, 0.15)
    turned = to().look_at(origin=lamp.place, target=lamp.aim, up=[0.3, 0.2, 1.0])
    return {
        "type": "disk" if lamp.round else "rectangle",
        "to_world": turned @ to().scale([lamp.half[0], lamp.half[1], 1]),
        "emitter": {"type": "area", "radiance": _rgb([bright * v for v in lamp.colour])},
    }


def _sensor(mi: Any, camera: Camera) -> Any:
    """A camera whose picture is cropped off-centre from a larger one, as of a lens displaced by `shift`."""
    wide, high = camera.size
    more = (round(wide * MAX_LENS_SHIFT) + 1, round(high * MAX_LENS_SHIFT) + 1)
    across = math.tan(math.radians(camera.wide / 2)) * (wide + 2 * more[0]) / wide
    return mi.load_dict(
        {
            "type": "thinlens",
            "fov": math.degrees(2 * math.atan(across)),
            "fov_axis": "x",
            "aperture_radius": camera.aperture_mm,
            "focus_distance": camera.focus_mm,
            "near_clip": 10.0,
            "far_clip": 1e5,
            "to_world": mi.ScalarTransform4f().look_at(
                origin=list(camera.eye), target=list(camera.aim), up=list(camera.up)
            ),
            "film": {
                "type": "hdrfilm",
                "width": wide + 2 * more[0],
                "height": high + 2 * more[1],
                "crop_offset_x": more[0] - camera.shift[0],
                "crop_offset_y": more[1] - camera.shift[1],
                "crop_width": wide,
                "crop_height": high,
                "pixel_format": "rgb",
                "rfilter": {"type": "gaussian", "stddev": 0.45},
            },
            "sampler": {"type": "independent"},
        }
    )


# --- the photograph -------------------------------------------------------------------------------------


def trace_light(mi: Any, room: Room, samples: int) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """The light on each pixel through a lens without distortion, and the tags that are whole in the
    picture."""
    with tempfile.TemporaryDirectory() as folder:
        scene = scene_of(mi, room, Path(folder))
    sensor = _sensor(mi, room.camera)
    light = np.zeros((*room.camera.size[::-1], 3), np.float64)
    passes = -(-samples // SAMPLES_PER_PASS)
    for n in range(passes):
        seen = mi.render(scene, sensor=sensor, spp=samples // passes, seed=room.number * 64 + n)
        light += np.asarray(seen)[:, :, :3] / passes
    return light.astype(np.float16), tag_truth(mi, scene, room)


def develop_jpeg(room: Room, light: np.ndarray) -> bytes:
    """The camera's JPEG of this light: lens distortion, exposure, noise, smoothing and sharpening."""
    random = np.random.default_rng([23, room.number])
    wide, high = room.camera.size
    grid = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).astype(np.float64)
    way = straightened(room.camera, grid).astype(np.float32)
    bent = cv2.remap(
        light.astype(np.float32), way[..., 0], way[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    bright = float(np.percentile(bent.mean(axis=2), 92))
    exposed = (
        np.clip(bent, 0, None) / bright * room.sensor.level**2.2 / np.array(room.sensor.tint, np.float32)
    )
    seen = np.clip(exposed, 0, 1) ** (1 / 2.2) * 255
    # After brightening, dark parts are noisier than bright ones; a camera then smooths areas without edges,
    # and colour more than gray.
    strong = room.sensor.noise * (1.3 - 0.6 * seen.mean(axis=2, keepdims=True) / 255)
    seen += strong * random.standard_normal((high, wide, 1))
    smooth = cv2.bilateralFilter(seen.astype(np.float32), 5, float(random.uniform(*SMOOTHING_LEVELS)), 1.5)
    colour = cv2.GaussianBlur(smooth - smooth.mean(axis=2, keepdims=True), (0, 0), 1.5)
    seen = smooth.mean(axis=2, keepdims=True) + colour
    seen += room.sensor.sharpen * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2))
    picture = np.ascontiguousarray(np.clip(seen, 0, 255).astype(np.uint8)[:, :, ::-1])
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, room.sensor.quality])[1].tobytes()


def burnt_part(tag: dict[str, Any], picture: np.ndarray) -> float:
    """The part of a tag that is overexposed, 0 to 1."""
    way = cv2.getPerspectiveTransform(
        np.array(tag["corners"], np.float32), np.array([[0, 0], [42, 0], [42, 42], [0, 42]], np.float32)
    )
    seen = cv2.warpPerspective(picture, way, (42, 42), flags=cv2.INTER_NEAREST)
    return round(float((seen.min(axis=2) >= 250).mean()), 3)


def tag_truth(mi: Any, scene: Any, room: Room) -> list[dict[str, Any]]:
    """Each tag that is whole in the picture: its corners clockwise in print, and which part of it and of each
    of its three corner squares is covered."""
    found = []
    wide, high = room.camera.size
    steps = (np.arange(21) + 0.5) / 21 - 0.5
    for tile in room.tiles:

        def places(those: list[tuple[float, float]], tile: Tile = tile) -> np.ndarray:
            return np.array([sticker_point(tile, room.symbol_mm, u, v) for u, v in those])

        edge = 25 / 21 / 2
        whole = projected(room.camera, places([(u, v) for u in (-edge, edge) for v in (-edge, edge)]))
        if whole.min() < 1 or whole[:, 0].max() > wide - 2 or whole[:, 1].max() > high - 2:
            continue
        corners = projected(room.camera, places([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]))
        inner = places([(float(u), float(v)) for v in steps for u in steps])
        hidden = _covered(mi, scene, room.camera, inner).reshape(21, 21)
        squares = (hidden[:7, :7], hidden[:7, 14:], hidden[14:, :7])
        found.append(
            {
                "tag": tile.text,
                "corners": [[round(float(v), 2) for v in corner] for corner in corners],
                "finish": tile.finish,
                "covered": round(float(hidden.mean()), 3),
                "squares": [round(float(square.mean()), 2) for square in squares],
            }
        )
    return sorted(found, key=lambda tag: tag["tag"])


def _covered(mi: Any, scene: Any, camera: Camera, points: np.ndarray) -> np.ndarray:
    """Whether something lies between the lens and each point."""
    eye = np.array(camera.eye)
    way = points - eye
    far = np.linalg.norm(way, axis=1)
    rays = mi.Ray3f(mi.Point3f(*camera.eye), mi.Vector3f(*(way / far[:, None]).T.astype(np.float32)))
    hit = scene.ray_intersect_preliminary(rays)
    return np.asarray(np.array(hit.t) < far - MIN_COVER_DISTANCE_MM)
