"""Constants of the gateway protocol (Discord's documentation, "Opcodes and Status Codes")."""

from __future__ import annotations

from enum import IntEnum


class Op(IntEnum):
    """Opcodes of gateway frames."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Gateway close codes that the sandbox uses."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


# limits for frames from a client: number per minute, and size
FRAMES_A_MINUTE = 120
FRAME_BYTES = 4096
# all existing intent bits; others are refused with 4013
KNOWN_INTENTS = (1 << 22) - 1 | 1 << 24 | 1 << 25
