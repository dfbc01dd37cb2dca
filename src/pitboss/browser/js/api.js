// What is asked once, over HTTP. The token of the session is kept in this browser.

const TOKEN = "pitboss-token";

/** An answer of the house that says no. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} why
   * @param {any} said the whole answer
   */
  constructor(status, code, why, said = {}) {
    super(why);
    this.status = status;
    this.code = code;
    this.said = said;
  }
}

export class Api {
  constructor() {
    this.token = localStorage.getItem(TOKEN) || "";
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal] ends the wait for an answer that nobody wants any more
   * @returns {Promise<any>}
   */
  async ask(method, path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    let answer, said;
    try {
      answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
      said = answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : {};
    } catch {
      throw new Problem(0, "connection", "the house does not answer");
    }
    if (answer.ok) return said;
    throw new Problem(answer.status, said.code || "error", said.why || "the house made an error", said);
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  get(path, signal) {
    return this.ask("GET", path, undefined, signal);
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  post(path, body = {}, signal) {
    return this.ask("POST", path, body, signal);
  }

  /** @param {string} token */
  remember(token) {
    this.token = token;
    if (token) localStorage.setItem(TOKEN, token);
    else localStorage.removeItem(TOKEN);
  }

  /** Become a new guest with play money. */
  async guest(name = "") {
    const made = await this.post("/api/guest", { name });
    this.remember(made.token);
    return made.person;
  }

  /**
   * @param {string} login
   * @param {string} password
   */
  async login(login, password) {
    const made = await this.post("/api/login", { login, password });
    this.remember(made.token);
    return made.person;
  }

  /**
   * A guest keeps chips and history.
   * @param {string} login
   * @param {string} password
   * @param {string} name
   */
  async register(login, password, name) {
    const made = await this.post("/api/register", { login, password, name });
    this.remember(made.token);
    return made.person;
  }

  async logout() {
    await this.post("/api/logout");
    this.remember("");
  }
}
