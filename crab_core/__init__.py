"""Crab core: build, run and prove benchmarks of agents that use several devices at once.

Everything that a plugin may use is imported from here. What starts with an underscore, and what is not
listed, is private.
"""

from crab_core.action import Action, ActionCall, Observation, action, observation
from crab_core.content import (
    Box,
    Clip,
    Content,
    ElementMap,
    Mark,
    Screenshot,
    Text,
    UiNode,
    UiTree,
)
from crab_core.environment import Device, Environment, Settled, World
from crab_core.errors import (
    AgentError,
    CrabError,
    DefinitionError,
    DeviceError,
    EnvironmentUnavailable,
    HostError,
    InvalidAction,
    PluginError,
    Problem,
    RecordError,
    RemoteError,
    UnknownNameError,
    UsageError,
)
from crab_core.evaluator import (
    EvaluationError,
    Evaluator,
    EvaluatorCall,
    Expression,
    Outcome,
    Verdict,
    evaluator,
)
from crab_core.graph import CheckpointGraph, GraphEvaluator, NodeRecord, NodeState
from crab_core.parameters import Element, Parameter
from crab_core.provider import InProcessProvider, Provider, Requirement

__all__ = [
    "Action",
    "ActionCall",
    "AgentError",
    "Box",
    "CheckpointGraph",
    "Clip",
    "Content",
    "CrabError",
    "DefinitionError",
    "Device",
    "DeviceError",
    "Element",
    "ElementMap",
    "Environment",
    "EnvironmentUnavailable",
    "EvaluationError",
    "Evaluator",
    "EvaluatorCall",
    "Expression",
    "GraphEvaluator",
    "HostError",
    "InProcessProvider",
    "InvalidAction",
    "Mark",
    "NodeRecord",
    "NodeState",
    "Observation",
    "Outcome",
    "Parameter",
    "PluginError",
    "Problem",
    "Provider",
    "RecordError",
    "RemoteError",
    "Requirement",
    "Screenshot",
    "Settled",
    "Text",
    "UiNode",
    "UiTree",
    "UnknownNameError",
    "UsageError",
    "Verdict",
    "World",
    "action",
    "evaluator",
    "observation",
]
