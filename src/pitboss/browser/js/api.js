// What is asked once, over HTTP. The token of the session is kept in this browser.

const SILENT = "the house does not answer";
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
    /** @type {Map<string, Promise<any>>} answers that were asked for before anybody wants them */
    this.early = new Map();
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal] ends the wait for an answer that nobody wants any more
   * @returns {Promise<any>}
   */
  async ask(method, path, body, signal) {
    const answer = await this.send(method, path, body, signal);
    if (!isJson(answer)) return {};
    try {
      return await answer.json();
    } catch {
      throw new Problem(0, "connection", SILENT); // it broke off, or nobody waits any more
    }
  }

  /**
   * The same, as it comes. A refusal raises a Problem.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async send(method, path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    let answer;
    try {
      answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
    } catch {
      throw new Problem(0, "connection", SILENT);
    }
    if (answer.ok) return answer;
    const said = isJson(answer) ? await answer.json().catch(() => ({})) : {}; // it may break off
    throw new Problem(answer.status, said.code || "error", said.why || "the house made an error", said);
  }

  /** @param {string} path @param {AbortSignal} [signal] */
  get(path, signal) {
    const early = this.early.get(path);
    this.early.delete(path);
    return early ?? this.ask("GET", path, undefined, signal);
  }

  /**
   * Ask now for what the next `get` of this path wants, or give it what another answer has said.
   * @param {string} path
   * @param {Promise<any>} [answer]
   */
  ahead(path, answer = this.get(path)) {
    answer.catch(() => null); // whoever wants it hears of the error
    this.early.set(path, answer);
  }

  /** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
  post(path, body = {}, signal) {
    return this.ask("POST", path, body, signal);
  }

  /** Save a file that the house makes. @param {string} path @param {unknown} body @param {string} name */
  async download(path, body, name) {
    const answer = await this.send("POST", path, body);
    const url = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  }

  /** @param {string} token */
  remember(token) {
    this.token = token;
    this.early.clear(); // they were for somebody else
    if (token) localStorage.setItem(TOKEN, token);
    else localStorage.removeItem(TOKEN);
  }

  /**
   * Become somebody: a new guest with play money, somebody who is known here, or somebody who registers, whereby a guest keeps chips and history.
   * @param {"guest" | "login" | "register"} how
   * @param {Record<string, string>} body
   */
  async signIn(how, body) {
    const answer = await this.post(`/api/${how}`, body);
    this.remember(answer.token);
    return answer;
  }

  async logout() {
    await this.post("/api/logout");
    this.remember("");
  }
}

/** @param {Response} answer */
const isJson = (answer) => answer.headers.get("content-type")?.startsWith("application/json") ?? false;
