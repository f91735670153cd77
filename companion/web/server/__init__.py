"""The server: the port, uvicorn, its connections, the certificates, answers that many ask for at once."""
