"""Local stand-in for Discord: REST API, gateway and simulated users, for testing bots."""

from sandbox.client.files import File
from sandbox.client.modal import Modal
from sandbox.clock import Clock
from sandbox.errors import InteractionFailed, NotPossible
from sandbox.guild import GuildHandle
from sandbox.models.entities import Channel, Guild, Message
from sandbox.permissions import Permission
from sandbox.person import Choice, Person
from sandbox.server import Sandbox
from sandbox.settings import Settings

__all__ = [
    "Channel",
    "Choice",
    "Clock",
    "File",
    "Guild",
    "GuildHandle",
    "InteractionFailed",
    "Message",
    "Modal",
    "NotPossible",
    "Permission",
    "Person",
    "Sandbox",
    "Settings",
]
