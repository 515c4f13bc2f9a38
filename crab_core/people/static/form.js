// Any action by a form made from its JSON schema.

export class Form {
  constructor(element, act) {
    this.element = element;
    this.act = act;
    this.filled = false;
    this.choice = element.elements.action;
    this.fields = element.querySelector("#fields");
    this.choice.addEventListener("change", () => this.choose());
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  fill(actions) {
    this.filled = true;
    this.known = actions;
    this.choice.replaceChildren(...Object.entries(actions).map(([environment, space]) => {
      const group = document.createElement("optgroup");
      group.label = environment;
      for (const action of space.actions) group.append(new Option(`${environment}.${action.name}`, JSON.stringify([environment, action.name])));
      return group;
    }));
    this.choose();
  }

  choose() {
    if (!this.choice.value) return;
    [this.environment, this.name] = JSON.parse(this.choice.value);
    const action = this.known[this.environment].actions.find((one) => one.name === this.name);
    this.element.querySelector("#about").textContent = action.description;
    const needed = action.parameters.required ?? [];
    const definitions = action.parameters.$defs ?? {};
    this.inputs = Object.entries(action.parameters.properties).map(([name, schema]) =>
      new Field(name, schema, needed.includes(name), definitions));
    this.fields.replaceChildren(...this.inputs.map((field) => field.element));
  }

  async send() {
    const given = this.inputs.map((field) => [field.name, field.value()]).filter(([, value]) => value !== undefined);
    const wish = { environment: this.environment, name: this.name, arguments: Object.fromEntries(given) };
    if (await this.act(wish)) this.choose();
  }
}

class Field {
  constructor(name, schema, needed, definitions) {
    this.name = name;
    this.kind = plain(schema, definitions);
    this.element = document.createElement("label");
    this.input = this.make();
    this.input.required = needed && !this.isCheck;
    const title = document.createElement("span");
    title.textContent = name;
    if (needed) title.className = "needed";
    if (this.isCheck) {
      this.element.className = "check";
      this.element.append(this.input, title);
    } else {
      this.element.append(title, this.input);
    }
    const about = document.createElement("small");
    about.textContent = schema.description ?? "";
    this.element.append(about);
    const normally = schema.default ?? null;
    if (this.isCheck) this.input.checked = normally === true;
    else if (normally !== null) this.input.placeholder = String(normally);
  }

  get isCheck() {
    return this.kind.type === "boolean";
  }

  make() {
    const { kind } = this;
    if (kind.enum) {
      const choice = document.createElement("select");
      choice.append(new Option("", ""), ...kind.enum.map((value) => new Option(value, JSON.stringify(value))));
      return choice;
    }
    if (kind.type === "string") {
      const text = document.createElement("textarea");
      text.rows = 1;
      text.spellcheck = false;
      return text;
    }
    const input = document.createElement("input");
    input.type = this.isCheck ? "checkbox" : kind.type === "integer" || kind.type === "number" ? "number" : "text";
    if (kind.type === "number") input.step = "any";
    if (kind.minimum !== undefined) input.min = kind.minimum;
    if (kind.maximum !== undefined) input.max = kind.maximum;
    if (kind.type === "array") input.title = "Several, separated by commas; or as JSON";
    return input;
  }

  // What was left empty is left out.
  value() {
    const { kind, input } = this;
    if (this.isCheck) return input.checked;
    if (input.value === "") return kind.type === "string" && input.required ? "" : undefined;
    if (kind.enum) return JSON.parse(input.value);
    if (kind.type === "string") return input.value;
    if (kind.type === "integer" || kind.type === "number") return Number(input.value);
    try {
      return JSON.parse(input.value);
    } catch { /* not JSON: words */ }
    return kind.type === "array" ? input.value.split(",").map((part) => part.trim()) : input.value;
  }
}

// The first kind of value that is not null; several kinds at once are read as JSON or as words.
function plain(schema, definitions) {
  if (schema.$ref) return plain(definitions[schema.$ref.split("/").pop()] ?? {}, definitions);
  const kinds = (schema.anyOf ?? schema.oneOf ?? [schema]).filter((one) => one.type !== "null");
  return kinds.length === 1 ? (kinds[0].$ref ? plain(kinds[0], definitions) : kinds[0]) : {};
}
