"""The table in a smart home: over MQTT, with Home Assistant's discovery (docs/home-assistant.md)."""
