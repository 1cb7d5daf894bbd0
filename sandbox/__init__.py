"""A stand-in for Discord on this machine: REST, gateway and people, for trying and testing bots."""

from sandbox.client.errors import InteractionFailed, NotPossible
from sandbox.client.files import File
from sandbox.client.modal import Modal
from sandbox.clock import Clock
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
