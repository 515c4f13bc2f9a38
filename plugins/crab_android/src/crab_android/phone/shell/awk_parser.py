"""Reading ``awk`` programs: POSIX awk, without files and pipes of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from .awk_values import AwkProgram, Node
from .call import Usage
from .escapes import unescape

_TOKEN = re.compile(
    r"(?P<space>[ \t\r]+|\\\n|#[^\n]*)"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r'|(?P<string>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>\+\+|--|\+=|-=|\*=|/=|%=|\^=|==|<=|>=|!=|!~|&&|\|\||[-+*/%^!<>|?:~$=,;(){}\[\]\n])",
    re.DOTALL,
)
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("in",),
    ("~", "!~"),
    ("<", "<=", "==", "!=", ">", ">="),
)
_STOPS = frozenset({"", "\n", ";", "}", ")", "]", ",", ":", "{", ">", "|", "in", "?", "&&", "||"})
_DEPTH_LIMIT = 60


class AwkParser:
    """Reads a program.

    Args:
        text: the program.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._kind, self._token = "", ""
        self._regex_allowed = True
        self._no_greater = self._no_in = False
        self._next()

    def program(self) -> AwkProgram:
        """The whole program.

        Raises:
            Usage: it makes no sense.
        """
        made = AwkProgram()
        while True:
            self._skip()
            if self._token == "" and self._kind == "end":
                return made
            if self._token == "function":
                self._function(made)
            elif self._token in ("BEGIN", "END"):
                kind = self._token
                self._next()
                (made.begin if kind == "BEGIN" else made.end).append(self._block())
            else:
                first = second = None
                if self._token != "{":
                    first = self._expression()
                    if self._token == ",":
                        self._next()
                        second = self._expression()
                body = self._block() if self._token == "{" else ("print", [], None)
                made.rules.append((first, second, body))

    def _function(self, made: AwkProgram) -> None:
        self._next()
        name = self._token
        self._next()
        self._need("(")
        params: list[str] = []
        while self._token != ")":
            params.append(self._token)
            self._next()
            if self._token == ",":
                self._next()
        self._next()
        self._skip()
        made.functions[name] = (params, self._block())

    # -- tokens --------------------------------

    def _next(self) -> None:
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == "/" and self._regex_allowed:
                self._regex()
                return
            match = _TOKEN.match(self._text, self._at)
            if match is None:
                raise self._wrong()
            self._at = match.end()
            if match.lastgroup == "space":
                continue
            self._kind, self._token = match.lastgroup or "", match[0]
            value = self._kind in ("number", "string") or self._token in (")", "]", "$")
            keyword = self._token in ("print", "return", "in", "printf", "else", "do")
            self._regex_allowed = not (value or (self._kind == "name" and not keyword))
            return
        self._kind, self._token = "end", ""

    def _regex(self) -> None:
        end, bracket = self._at + 1, False
        while end < len(self._text) and (self._text[end] != "/" or bracket):
            bracket = (self._text[end] == "[" or bracket) and self._text[end] != "]"
            end += 2 if self._text[end] == "\\" else 1
        if end >= len(self._text):
            raise self._wrong()
        self._kind, self._token = "regex", self._text[self._at + 1 : end].replace("\\/", "/")
        self._at, self._regex_allowed = end + 1, False

    def _skip(self) -> None:
        while self._kind == "sign" and self._token in ("\n", ";"):
            self._next()

    def _lines(self) -> None:
        while self._token == "\n":
            self._next()

    def _is(self, *signs: str) -> bool:
        return self._kind in ("sign", "name") and self._token in signs

    def _need(self, sign: str) -> None:
        if not self._is(sign):
            raise self._wrong()
        self._next()

    def _wrong(self) -> Usage:
        near = self._text[max(0, self._at - 10) : self._at + 10].strip()
        return Usage(f"awk: syntax error at source line 1\n context is\n\t>>> {near} <<<", 2)

    # -- statements --------------------------------

    def _block(self) -> Node:
        self._depth += 1
        if self._depth > _DEPTH_LIMIT:
            raise Usage("awk: too deeply nested", 2)
        self._need("{")
        body: list[Node] = []
        while True:
            self._skip()
            if self._is("}"):
                self._next()
                self._depth -= 1
                return ("block", body)
            if self._kind == "end":
                raise self._wrong()
            body.append(self._statement())

    def _statement(self) -> Node:
        if self._is("{"):
            return self._block()
        makers: dict[str, Callable[[], Node]] = {
            "if": self._if,
            "while": self._while,
            "do": self._do,
            "for": self._for,
            "print": self._print,
            "printf": self._print,
        }
        if self._kind == "name" and self._token in makers:
            return makers[self._token]()
        if self._is("next", "exit", "break", "continue", "return", "delete"):
            kind = self._token
            self._next()
            value = None if self._is("\n", ";", "}") or self._kind == "end" else self._expression()
            return (kind, value)
        if self._is(";"):
            self._next()
            return ("block", [])
        return ("do it", self._expression())

    def _body(self) -> Node:
        self._depth += 1
        if self._depth > _DEPTH_LIMIT:
            raise Usage("awk: too deeply nested", 2)
        self._lines()
        made = self._statement()
        self._depth -= 1
        return made

    def _if(self) -> Node:
        self._next()
        self._need("(")
        condition = self._expression()
        self._need(")")
        yes = self._body()
        mark = (self._at, self._kind, self._token, self._regex_allowed)
        self._skip()
        if self._is("else"):
            self._next()
            return ("if", condition, yes, self._body())
        self._at, self._kind, self._token, self._regex_allowed = mark
        return ("if", condition, yes, None)

    def _while(self) -> Node:
        self._next()
        self._need("(")
        condition = self._expression()
        self._need(")")
        return ("for", None, condition, None, self._body())

    def _do(self) -> Node:
        self._next()
        body = self._body()
        self._skip()
        self._need("while")
        self._need("(")
        condition = self._expression()
        self._need(")")
        return ("block", [body, ("for", None, condition, None, body)])

    def _for(self) -> Node:
        self._next()
        self._need("(")
        first = None if self._is(";") else ("do it", self._expression())
        if self._is(")") and first is not None and isinstance(first[1], tuple) and first[1][0] == "in":
            self._next()
            _kind, keys, name = first[1]
            return ("for in", keys, name, self._body())
        self._need(";")
        condition = None if self._is(";") else self._expression()
        self._need(";")
        last = None if self._is(")") else ("do it", self._expression())
        self._need(")")
        return ("for", first, condition, last, self._body())

    def _print(self) -> Node:
        kind = self._token
        self._next()
        values: list[Node] = []
        grouped = self._is("(")
        if not (self._is("\n", ";", "}", ">", "|") or self._kind == "end"):
            self._no_greater = True
            values.append(self._expression())
            while self._is(","):
                self._next()
                self._lines()
                values.append(self._expression())
            self._no_greater = False
        if grouped and len(values) == 1 and values[0][0] == "list":
            values = list(values[0][1])  # type: ignore[call-overload]
        if self._is(">", "|"):
            raise Usage("awk: files and pipes of its own are not to be had here", 2)
        return (kind, values, None)

    # -- expressions --------------------------------

    def _expression(self) -> Node:
        self._depth += 1
        if self._depth > _DEPTH_LIMIT:
            raise Usage("awk: too deeply nested", 2)
        left = self._choice()
        if self._is("=", "+=", "-=", "*=", "/=", "%=", "^=") and left[0] in ("name", "field", "item"):
            sign = self._token
            self._next()
            self._lines()
            left = ("set", left, sign[:-1], self._expression())
        self._depth -= 1
        return left

    def _choice(self) -> Node:
        condition = self._level(0)
        if not self._is("?"):
            return condition
        self._next()
        yes = self._expression()
        self._need(":")
        return ("choose", condition, yes, self._expression())

    def _level(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._joined()
        left = self._level(level + 1)
        while self._is(*_LEVELS[level]) and not (self._token == ">" and self._no_greater):
            sign = self._token
            self._next()
            self._lines()
            if sign == "in":
                left = ("in", left, self._token)
                self._next()
            else:
                left = ("two", sign, left, self._level(level + 1))
        return left

    def _joined(self) -> Node:
        left = self._sum()
        while not (self._kind == "end" or (self._kind in ("sign", "name") and self._token in _STOPS)):
            if self._kind == "sign" and self._token not in ("(", "$", "!", "-", "+", "++", "--"):
                break
            left = ("join", left, self._sum())
        return left

    def _sum(self) -> Node:
        left = self._product()
        while self._is("+", "-"):
            sign = self._token
            self._next()
            left = ("two", sign, left, self._product())
        return left

    def _product(self) -> Node:
        left = self._unary()
        while self._is("*", "/", "%"):
            sign = self._token
            self._next()
            left = ("two", sign, left, self._unary())
        return left

    def _unary(self) -> Node:
        if self._is("!", "-", "+"):
            sign = self._token
            self._next()
            return ("one", sign, self._unary())
        base = self._step()
        if self._is("^"):
            self._next()
            return ("two", "^", base, self._unary())
        return base

    def _step(self) -> Node:
        if self._is("++", "--"):
            sign = self._token
            self._next()
            return ("step", self._value(), sign, False)
        value = self._value()
        if self._is("++", "--") and value[0] in ("name", "field", "item"):
            sign = self._token
            self._next()
            return ("step", value, sign, True)
        return value

    def _value(self) -> Node:
        kind, token = self._kind, self._token
        if kind == "number":
            self._next()
            return ("number", float(token))
        if kind == "string":
            self._next()
            return ("text", unescape(token[1:-1], quotes='"/'))
        if kind == "regex":
            self._next()
            return ("regex", token)
        if self._is("$"):
            self._next()
            return ("field", self._step())
        if self._is("("):
            self._next()
            greater, self._no_greater = self._no_greater, False
            values = [self._expression()]
            while self._is(","):
                self._next()
                values.append(self._expression())
            self._no_greater = greater
            self._need(")")
            return values[0] if len(values) == 1 else ("list", values)
        if kind == "name":
            return self._named(token)
        raise self._wrong()

    def _named(self, name: str) -> Node:
        follows = self._text[self._at : self._at + 1]
        self._next()
        if self._is("["):
            self._next()
            keys = [self._expression()]
            while self._is(","):
                self._next()
                keys.append(self._expression())
            self._need("]")
            return ("item", name, keys)
        if self._is("(") and follows == "(":
            self._next()
            values: list[Node] = []
            greater, self._no_greater = self._no_greater, False
            while not self._is(")"):
                values.append(self._expression())
                if self._is(","):
                    self._next()
                elif not self._is(")"):
                    raise self._wrong()
            self._no_greater = greater
            self._next()
            return ("call", name, values)
        return ("call", name, []) if name == "length" else ("name", name)
