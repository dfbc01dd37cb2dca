// The bodies of HTTP and the messages of the WebSocket, made from src/pitboss/protocol by
// python -m pitboss.protocol.declarations. Do not edit.

/** A person as an administrator sees them. */
export interface Account {
  id: string;
  name: string;
  /** Empty for a guest. */
  login: string;
  roles: string[];
  made_at: number;
  /** Null if the account is not disabled. */
  disabled_at: number | null;
}

/** Counsel on the present turn. */
export interface AdviceInfo {
  table: string;
  round: number;
  turn: number;
  /** One for each seat at which you may act. */
  advice: CounselInfo[];
}

/** Something that needs somebody. */
export interface Alarm {
  /** stopped, jackpot or call */
  kind: string;
  table: string;
  name: string;
  words: string;
  clause: string;
  round: number;
  /** What waits for validation. */
  cents: number;
  /** 0 if it is not known. */
  since: number;
  /** The seat that calls the floor; 0 behind the seats. */
  seat: number;
  /** Who calls the floor. */
  person: string;
  /** The name of who calls the floor. */
  called: string;
  private: boolean;
}

/** A person's place at a table. */
export interface AtTable {
  table: string;
  name: string;
  /** 0 behind the seats. */
  seat: number;
  chips: number;
  /** Your wagers on the layout, in cents. 0 at a table for practice. */
  staked: number;
}

/** The proof of the whole house from its database. */
export interface Audit {
  at: number;
  seconds: number;
  counts: Record<string, number>;
  differences: number;
  findings: Finding[];
  on_trust: string[];
}

/** A wager that goes back. */
export interface Back {
  seat: number;
  name: string;
  wager: string;
  cents: number;
}

/** Move money from the wallet to chips at this table, and bring coupons to it. */
export interface BuyIn {
  type: "buyin";
  table: string;
  key: string;
  cents?: number;
  coupons?: number;
}

/** Ask for somebody of the staff, and say why in a few words, which only staff reads. */
export interface CallFloor {
  type: "callfloor";
  table: string;
  key: string;
  why: string;
}

/** Move chips back to the wallet. Default: all. */
export interface CashOut {
  type: "cashout";
  table: string;
  key: string;
  cents?: number;
}

/** A cell of a chart. */
export interface Cell {
  text: string;
  kind: string;
}

/** A decision whose best choice is another one. */
export interface Changed {
  /** The decision in words. */
  state: string;
  /** By place. Empty if the decision is no matter of single cards. */
  cards: Record<string, string[]>;
  before: string;
  after: string;
  /** What the new choice is worth over the old one, in base wagers. */
  gained: number | null;
  /** The same under the document's rules. */
  gained_before: number | null;
  /** The rank of the dealer's up card. Empty if the game has none. */
  up: string;
}

/** How many decisions change against an up card of the dealer. */
export interface ChangedByUp {
  /** The rank of the dealer's up card. */
  up: string;
  /** How many decisions against it change. */
  count: number;
  /** How many decisions against it there are. */
  of: number;
}

/** The decisions that change under some rules, and examples of them. */
export interface Changes {
  /** How many decisions change. */
  count: number;
  /** How many decisions there are. 0 if they are too many to list. */
  of: number;
  /** Those that matter most. */
  examples: Changed[];
  /** By up card. Empty if the game has none. */
  by_up: ChangedByUp[];
}

/** A chart of the best choices. */
export interface Chart {
  title: string;
  row_title: string;
  column_title: string;
  rows: string[];
  columns: string[];
  cells: Cell[][];
  /** What each kind of cell means. */
  legend: Record<string, string>;
  note: string;
  /** The rows before which another kind of hand begins. */
  breaks: number[];
}

/** Rules for a chart. */
export interface ChartBody {
  /** Options of the game, as in a rules file: what is left out has the document's default. */
  rules?: Record<string, any>;
  form?: "png" | "svg";
}

/** An answer from which a dealer may choose. */
export interface ChoiceAsked {
  words: string;
  clause: string;
}

/** Something that you may do now, and its value. */
export interface ChoiceInfo {
  do: string;
  /** The wager that is placed, while bets are open. */
  wager: string;
  /** The most that is offered, if you choose the amount. */
  amount: number;
  /** The expected net result. Null if it has no price. */
  cents: number | null;
  /** The same as an exact fraction of the base, or of `amount` for a wager: '-407631797/200434696'. */
  value: string | null;
  best: boolean;
  /** What it loses against the best choice, on average. */
  costs: number;
}

/** The words for one choice. What is left out follows from 'action'. >>> words = ChoiceWords(action="raise").complete >>> words.name, words.button, words.doing, words.late ('raise', 'Raise', 'raise', 'raise') */
export interface ChoiceWords {
  action: string;
  /** The question at which a choice has these words. Empty if they hold at every question. */
  about: string;
  /** The clause under which a choice has these words. An event names its clause, not its question. */
  clause: string;
  /** What a player types, and what logs and the coach call it: "no attack". */
  name: string;
  /** What people read for it, if its name alone would puzzle them: "2nd wager". Default: the name. */
  shown: string;
  /** What a wide button says. The wager, or what the player names, follows. Default: 'shown'. */
  button: string;
  /** The choice as the subject of a sentence: "not attacking". */
  doing: string;
  /** What somebody does who takes it: "makes no attack". Empty if there is no such verb. */
  does: string;
  /** What the house did for a player who ran out of time: "folded". */
  late: string;
  /** Its key, if it is free. Default: a letter of the name. */
  key: string;
  /** What it is, in a list of all choices. Default: the meaning of the decision. */
  means: string;
  /** What follows from it, from the fullest phrase to the briefest. A client says the first that fits its room and whose figures, in braces, it knows: see 'phrases'. Default: 'means'. */
  then: string[];
  /** Whether it is seldom wanted, so that it stands behind the others. */
  aside: boolean;
}

/** A question of an exercise, and the answers to choose from. */
export interface ChoicesAsked {
  name: string;
  title: string;
  choices: ChoiceAsked[];
}

/** A clock that people can follow. */
export interface Clock {
  about: string;
  ends: number;
  player?: string;
}

/** A one-time code. */
export interface Code {
  /** With this the person chooses a new password, once. It is shown only now. */
  code: string;
  expires_at: number;
}

/** Choose a new password with a one-time code. */
export interface CodeBody {
  login: string;
  /** The one-time code that an administrator gave you. */
  code: string;
  /** Your new password. */
  password: string;
}

/** What a side wager costs on average. */
export interface Cost {
  wager: string;
  /** Its pay tables. Several: which one pays depends on the number of hands. */
  tables: string[];
  /** What the house keeps of each unit on average. Below zero: what the player gains. */
  low: number;
  /** The same with the pay table that is worst for the player. */
  high: number;
  /** The meters that it can win, and what they show now, in cents. */
  meters: Record<string, number>;
}

/** What each wager of a table costs on average, with its meters as they stand. */
export interface Costs {
  /** The wagers of the game itself, without side wagers. */
  main: string[];
  /** What the house keeps of all that is staked on them, with the best play. */
  keeps: number;
  side: Cost[];
}

/** The value of each choice at a question. */
export interface CounselInfo {
  about: string;
  seat: number;
  hand: number;
  /** The cards that the values depend on, by place. */
  known: Record<string, string>;
  /** The wager of which 'value' is a multiple. */
  base: number;
  choices: ChoiceInfo[];
  /** The number of ways in which the unseen cards can fall, as they were counted. */
  deals: string;
  exact: boolean;
  note: string;
  /** How the hand may end after each choice, where the count tells. Else empty. */
  ends: EndInfo[];
}

/** A count in the past of a table. */
export interface Count {
  at: number;
  /** opening, closing, or empty for a count in between */
  kind: string;
  person: string;
  counted: number;
  booked: number;
}

/** Compare a count with the books. */
export interface CountBody {
  /** What staff counted in the table inventory. */
  cents: number;
  /** An opening count comes before the first wager, a closing count when the table has closed. */
  kind?: "" | "closing" | "opening";
}

/** What was counted in a table inventory. */
export interface Counted {
  counted: number;
  /** What the books say. */
  booked: number;
}

/** The person who deals deals cards that the table holds back until then. */
export interface Deal {
  type: "deal";
  table: string;
  key: string;
  round: number;
  left: number;
  cards?: number;
}

/** A decision in a finished round, against the best one. */
export interface DecisionInfo {
  /** Its place among the choices that you made in the round, from 0. */
  number: number;
  about: string;
  seat: number;
  hand: number;
  known: Record<string, string>;
  chosen: string;
  amount: number;
  value: number;
  best: string;
  best_amount: number;
  best_value: number;
  /** The value of every choice, at the most that it could stake. */
  values: Record<string, number>;
  /** What the choice lost against the best one, on average. */
  cost: number;
  exact: boolean;
  /** Your time was over, and the house chose this. It is no mistake of yours. */
  by_clock: boolean;
}

/** What is done with a wager. */
export interface Deed {
  /** pay, take or leave */
  fate: string;
  /** Cents beside the stake. */
  pays: number;
}

/** What a dealer does with a wager. */
export interface DeedBody {
  /** pay, take or leave */
  fate: string;
  /** Cents beside the stake. */
  pays?: number;
}

/** Something that a game's document forbids. */
export interface Defect {
  option: string;
  /** The line of a pay table. Empty if the defect is of the whole option. */
  line: string;
  wrong: string;
  clause: string;
}

/** All that a game's document does not permit in some rules. */
export interface Defects {
  defects: Defect[];
}

/** A command was done and is stored. ``seq`` is the number of its act, or 0 if it made none. */
export interface Done {
  type: "done";
  key: string;
  table: string;
  seq?: number;
}

/** The last answers at a game. */
export interface DrillInfo {
  game: string;
  rating: number;
  /** Your last answers, from the oldest. */
  answers: DrillLine[];
}

/** An answer of the past. */
export interface DrillLine {
  number: number;
  at: number;
  puzzle: string;
  /** What kind of decision it is, in words. Empty for answers before kinds were kept. */
  kind: string;
  chosen: string;
  /** In units of the base wager. */
  cost: number;
  rating: number;
  due_at: number | null;
}

/** A way in which a choice may end. */
export interface EndInfo {
  /** The choice. */
  do: string;
  /** How the hand ends after it. */
  how: string;
  /** The part of the counted deals that end so. */
  share: number;
  /** The net result of the wagers on the hand then, without side wagers, on average. */
  cents: number;
}

/** How the round of a puzzle ends after a choice. */
export interface EndingInfo {
  do: string;
  /** What you would have won or lost in the round, in cents. */
  net: number;
  /** What the seat has seen of the round, to its end. */
  events: Record<string, any>[];
}

/** One hand, dealt and played by the engine. */
export interface Example {
  game: string;
  /** The seed of the table. The same seed deals the same cards. */
  seed: number;
  seat: number;
  player: string;
  /** What the player won, in cents. */
  net: number;
  /** How the player decided, in a sentence. */
  how: string;
  /** The round as the seat may know it. */
  events: Record<string, any>[];
  /** A sentence for each event. */
  sentences: string[];
}

/** Answer an exercise. */
export interface ExerciseBody {
  kind?: "check" | "found" | "misdeal" | "next" | "settle";
  seed: number;
  /** In the order of the wagers. */
  said?: DeedBody[];
  /** The number of the choice for each question by its name, from 0. */
  chosen?: Record<string, number>;
}

/** A round up to a question. */
export interface ExerciseInfo {
  game: string;
  title: string;
  kind: "check" | "found" | "misdeal" | "next" | "settle";
  seed: number;
  question: string;
  told: string;
  /** The seat that the question is about, or 0. */
  seat: number;
  /** The round as everybody saw it, up to the question. */
  events: Record<string, any>[];
  wagers: WagerAsked[];
  asks: ChoicesAsked[];
}

/** A defect in a rules file. */
export interface FileDefect {
  option: string;
  /** The line of a pay table. Empty if the defect is of the whole option. */
  line: string;
  wrong: string;
  clause: string;
  /** The line of the file on which the option begins. 0 if the file does not have it. */
  at: number;
}

/** Something that an audit found. */
export interface Finding {
  what: string;
  sentence: string;
  table: string;
  round: number;
  act: number;
}

/** All tables with who sits where, what needs somebody, the meters, and the last audit. */
export interface Floor {
  now: number;
  tables: FloorTable[];
  alarms: Alarm[];
  meters: FloorMeter[];
  /** The last audit that this process ran. Null before the first. */
  audit: Audit | null;
  /** When the house last signed a head. */
  signed_at: number | null;
  /** The number of heads that the house has signed. */
  signed: number;
}

/** A call of the floor that nobody has answered yet. */
export interface FloorCall {
  player: string;
  name: string;
  seat?: number;
  why: string;
  at: number;
}

/** A meter, and the tables that share it. */
export interface FloorMeter {
  /** A link or a table. */
  of: string;
  name: string;
  cents: number;
  tables: string[];
  /** Whether it belongs to a private table. */
  private: boolean;
}

/** A table as staff sees it. */
export interface FloorTable {
  id: string;
  name: string;
  game: string;
  title: string;
  /** open, closing or stopped */
  state: string;
  /** Why it has stopped. */
  why: string;
  private: boolean;
  /** Whether this private table asks for a person who deals. */
  asks_dealer: boolean;
  /** Chips are given out, and no wallet is touched. Its cards may be repeatable. */
  practice: boolean;
  /** Whether players may ask the coach during a round. */
  coach: boolean;
  link: string;
  seats: Seated[];
  positions: number;
  minimum: number;
  maximum: number;
  round: number;
  playing: boolean;
  /** The id of the person who deals. Empty for the automatic dealer. */
  dealer: string;
  dealer_name: string;
  watchers: number;
  /** What each meter of the table shows, in cents. */
  meters: Record<string, number>;
  /** What the round waits for. Empty between rounds. */
  about: string;
  clause: string;
  /** Names of those who may act. */
  waiting: string[];
  inventory: number;
}

/** A game of the house. */
export interface Game {
  name: string;
  title: string;
  wagers: string[];
  /** The least base wager by default, in cents. */
  minimum: number;
  /** The most. */
  maximum: number;
  /** The address of its page in the documentation. Empty if the house has no such page. */
  docs: string;
  /** Whether this house has its exact odds, a coach and a drill. */
  priced: boolean;
  /** How people speak of its choices and wagers. */
  words: Speech;
}

/** Pay into a game account, or out of it. */
export interface GameAccountBody {
  cents: number;
  key: string;
}

/** The grade of an answer to a puzzle. */
export interface GradeInfo {
  game: string;
  number: number;
  puzzle: string;
  /** What kind of decision it is, in words. */
  kind: string;
  chosen: string;
  best: string;
  /** Whether it is as good as the best, within a cent. */
  right: boolean;
  /** What the answer loses on average, in cents. */
  cost: number;
  /** 1 for a best choice, 0 if it costs a tenth of the base wager or more. */
  score: number;
  sentence: string;
  counsel: CounselInfo;
  puzzle_rating: number;
  /** Your rating before the answer. */
  before: number;
  rating: number;
  /** When the puzzle comes back. Null if it does not. */
  due_at: number | null;
}

/** Whether the answer to a question was right. */
export interface GradedChoice {
  name: string;
  right: boolean;
  /** The number of the right choice, or -1 if there is nothing to choose. */
  answer: number;
  /** The clause that decides this question, if it has one of its own. */
  clause: string;
  /** What that clause says, in our words. */
  why: string;
}

/** What the document does, and which of the answers were right. */
export interface GradedExercise {
  right: number;
  of: number;
  lines: GradedWager[];
  asks: GradedChoice[];
  /** The wager that the colleague settled wrongly, or -1. */
  planted: number;
  clause: string;
  /** What the clause says, in our words. */
  why: string;
}

/** What the document does with a wager, and whether the answer was right. */
export interface GradedWager {
  wager: string;
  hand: number;
  stake: number;
  fate: string;
  pays: number;
  right: boolean;
  why: string;
  clause: string;
}

/** Become a guest. */
export interface GuestBody {
  name?: string;
}

/** What a hand holds from an event on. */
export interface Held {
  at?: number;
  place: string;
  hand?: number;
  holds: Holding;
}

/** The first message of a client. The token is that of a session (docs/protocol.md). */
export interface Hello {
  type: "hello";
  version: number;
  token: string;
}

/** What the house won, by wager and by table. */
export interface Hold {
  lines: WagerHold[];
  tables: Record<string, TableHold>;
  /** Tables whose acts can't be played again, and why. */
  broken: Record<string, string>;
  /** With fewer hands there is no z. */
  few: number;
  /** Hands at private tables with rules of their own, which no line has. */
  left_out: number;
  /** Why there are no exact edges. Empty if there are. */
  why: string;
}

/** What a hand holds now, as far as a viewer knows its cards. What a game does not have is empty. */
export interface Holding {
  name?: string;
  total?: number;
  pair?: boolean;
  lines?: string[];
  reach?: string[];
  cards?: string[];
  makes?: Record<string, string>;
}

/** The public key that signs chain heads. */
export interface HouseKey {
  /** An Ed25519 public key (SubjectPublicKeyInfo in base64). */
  key: string;
}

/** A table inventory from the opening of the table. */
export interface Inventory {
  table: string;
  /** What the inventory holds by the books. */
  booked: number;
  opened_at: number;
  closed_at: number | null;
  counts: Count[];
  /** Fills and credits, from the first. */
  moves: Movement[];
}

/** Fill a table inventory, or take a credit. */
export interface InventoryBody {
  cents: number;
  /** The same key moves money only once. */
  key?: string;
}

/** What can go wrong in a game, and what its document does then. */
export interface Irregularity {
  what: string;
  clause: string;
  means: string;
  amount_is: string;
  /** The clause in our own words. */
  remedy: string;
}

/** Issue play money and coupons. */
export interface IssueBody {
  cents?: number;
  coupons?: number;
  /** The same key issues only once. */
  key?: string;
}

/** What the house keeps on average. */
export interface Keeps {
  game: string;
  /** Of all that is staked. */
  keeps: number;
  /** Of the base wager. */
  edge: number;
}

/** Leave the table. Chips go back to the wallet. */
export interface Leave {
  type: "leave";
  table: string;
  key: string;
}

/** A line of a statement. */
export interface Line {
  at: number;
  entry: string;
  kind: string;
  table: string;
  act: number;
  account: string;
  /** In 1/10,000 cent. */
  units: number;
  /** In 1/10,000 cent. */
  balance: number;
  memo: string;
}

/** A table in the lobby. Amounts are in cents. */
export interface LobbyTable {
  id: string;
  name: string;
  game: string;
  title: string;
  /** open, closing or stopped */
  state: string;
  /** Why it has stopped. */
  why: string;
  private: boolean;
  /** Whether this private table asks for a person who deals. */
  asks_dealer: boolean;
  /** Chips are given out, and no wallet is touched. Its cards may be repeatable. */
  practice: boolean;
  /** Whether players may ask the coach during a round. */
  coach: boolean;
  link: string;
  seats: Seated[];
  positions: number;
  minimum: number;
  maximum: number;
  round: number;
  playing: boolean;
  /** The id of the person who deals. Empty for the automatic dealer. */
  dealer: string;
  dealer_name: string;
  watchers: number;
  /** What each meter of the table shows, in cents. */
  meters: Record<string, number>;
}

/** Sign in. */
export interface LoginBody {
  login: string;
  password: string;
}

/** What the house holds for a person. Amounts are in cents. */
export interface Me {
  person: Person;
  wallet: number;
  coupons: number;
  game_account: number;
  tables: AtTable[];
  /** Play money that you may take now, since you have too little left. 0 if none. */
  take: number;
}

/** What a decision means, and the clause that says so. */
export interface Meaning {
  clause: string;
  means: string;
}

/** What the meters of a link or a table show, in cents. */
export interface Meters {
  type: "meters";
  id: string;
  shows: Record<string, number>;
}

/** A mistake that you made at a table. */
export interface MistakeBody {
  table: string;
  round: number;
  /** The decision's `number` in the review. */
  number: number;
}

/** Put mistakes among the puzzles that you missed. */
export interface MistakesBody {
  mistakes: MistakeBody[];
}

/** Mistakes at tables are filed. */
export interface MistakesInfo {
  game: string;
  /** Puzzles of this game, these included, whose last answer was a mistake. */
  left: number;
}

/** A fill or a credit. */
export interface Movement {
  at: number;
  /** fill or credit */
  kind: string;
  cents: number;
  /** Who ordered it. Empty if the table did. */
  person: string;
}

/** The next card of a deal by hand. */
export interface NextCard {
  to: string;
  face: string;
  hand?: number;
  left: number;
}

/** An answer that says only that it was done. */
export type Nothing = Record<string, never>;

/** The exact odds of every wager under some rules. */
export interface Odds {
  game: string;
  title: string;
  base: string;
  /** All options. */
  rules: Record<string, any>;
  /** The options that differ from the document's defaults. */
  changed: string[];
  /** Whether the document forbids these rules, so that no table opens with them. */
  study: boolean;
  /** What the document forbids, if this is a study. */
  defects: Defect[];
  /** By pay table: each line and its odds. */
  pays: Record<string, Record<string, string>>;
  /** The pay tables and amounts that the document fixes, as it states them under these options. */
  stated: Record<string, Record<string, any>>;
  /** As `pitboss odds GAME --json` has them. */
  odds: Record<string, any>;
}

/** Something that a party may do now, or may not do, with the reason.

    If ``most`` is above zero, the offer needs an amount from ``least`` to ``most`` in steps of ``step``. If both are
    equal, the amount is fixed, and the party may leave it out.

    >>> bet = Offer(do="bet", clause="10(b)", least=1000, most=1000, most_is="twice the ante wager")
    >>> bet.cost(), bet.wrong_amount(500)
    (1000, 'bet $5 is not twice the ante wager, which is $10') */
export interface Offer {
  do: string;
  clause: string;
  wager?: string;
  hand?: number;
  least?: number;
  most?: number;
  step?: number;
  least_is?: string;
  most_is?: string;
  unit?: string;
  what?: string[];
  places?: string[];
  least_clause?: string;
  why_not?: string;
  share?: [number, number];
  optional?: boolean;
  fixed_cost?: number;
  default?: boolean;
  adds?: [string, number][];
  on?: string;
  gives_up?: number;
  coupon?: number;
}

/** An account after it changed. */
export interface OneAccount {
  person: Account;
}

/** A person with their present roles. */
export interface OnePerson {
  person: Person;
}

/** Something that may be chosen in a game's rules. */
export interface Option {
  option: string;
  means: string;
  clauses: string[];
  default: any;
  /** What it may be. Empty if any value of its type is allowed. */
  values: any[];
  takes: string;
  /** Every line of a pay table, also those that pay nothing. */
  lines: string[];
  /** Whether the document fixes it, so that only a study may change it. */
  fixed: boolean;
}

/** What may be chosen in a game's rules. */
export interface Options {
  game: string;
  title: string;
  /** The wager in whose units odds are. */
  base: string;
  options: Option[];
}

/** Commitments to cards that you alone have seen, opened to you when the round is over. */
export interface OwnOpenings {
  /** The pack of the `committed` event. */
  pack: number;
  /** Position, card and salt of each, as in an `opened` event. */
  cards: [number, string, string][];
}

/** Change a password. */
export interface PasswordBody {
  old: string;
  new: string;
}

/** What a table pays under its rules. */
export interface Pays {
  /** By pay table: each line and its odds. */
  pays: Record<string, Record<string, string>>;
  /** The wagers that this table has. */
  wagers: string[];
}

/** A page of people. */
export interface People {
  /** In the order of their names. */
  people: Account[];
  /** Ask for the page after this id. Empty if nobody follows. */
  next: string;
}

/** Somebody whom the house knows. */
export interface Person {
  id: string;
  name: string;
  /** Empty for a guest. */
  login: string;
  roles: string[];
}

/** Are you there? The answer is a pong with the same number. */
export interface Ping {
  type: "ping";
  number?: number;
}

/** An act in the round: a wager, a decision, an act of the dealer or the supervisor, or a report. */
export interface Play {
  type: "play";
  table: string;
  key: string;
  round: number;
  turn: number;
  do: string;
  by?: string;
  seat?: number;
  wager?: string;
  hand?: number;
  amount?: number;
  what?: string;
  place?: string;
  coupon?: number;
}

/** A round that a person played, and what it brought. */
export interface PlayedInfo {
  table: string;
  /** The table's name. */
  name: string;
  game: string;
  round: number;
  /** When you placed the first wager. */
  at: number;
  /** What you won, in cents: negative for a loss. Coupons are no money. */
  net: number;
  over: boolean;
}

/** How the round of a puzzle ends after each choice. */
export interface PlayedOutInfo {
  game: string;
  puzzle: string;
  /** One for each choice, with the cards that were dealt. */
  endings: EndingInfo[];
}

/** Rounds that a person played. */
export interface PlayedPage {
  /** Newest first. */
  rounds: PlayedInfo[];
  /** Ask for the page after this. Empty if no round follows. */
  next: string;
}

export interface Pong {
  type: "pong";
  number: number;
  now: number;
}

/** What the document would do if something were reported now. */
export interface Preview {
  /** Why the report would be refused. Empty if it would be accepted. */
  why_not: string;
  clause: string;
  /** The clause in our own words. */
  words: string;
  /** What happens at once. Empty if the fault shows later. */
  now: Remedy[];
  /** The places whose hands become void; `round` for all. */
  void: string[];
  /** Wagers that go back. */
  back: Back[];
}

/** Rules to price. */
export interface PricedBody {
  /** Options of the game, as in a rules file: what is left out has the document's default. */
  rules?: Record<string, any>;
}

/** Why something was not done. */
export interface Problem {
  /** Stable, for programs. */
  code: string;
  /** A sentence for people. */
  why: string;
}

/** Play out the round of a puzzle. */
export interface PuzzleBody {
  puzzle: string;
}

/** Something that you may do in a puzzle. */
export interface PuzzleChoice {
  do: string;
  /** The clause that permits it. */
  clause: string;
  amount: number;
  /** What the amount is, in words: 'twice the ante wager'. */
  amount_is: string;
  /** The cents that it puts on the table. */
  stakes: number;
  /** The wagers that it puts on the table, with their cents, if they are several. */
  adds: [string, number][];
  /** The cents on the table that it gives up. */
  gives_up: number;
}

/** A decision to solve. */
export interface PuzzleInfo {
  game: string;
  /** The number of the puzzle among those that you were asked at this game. */
  number: number;
  puzzle: string;
  /** Whether you missed it before. */
  again: boolean;
  rules: Record<string, any>;
  about: string;
  seat: number;
  hand: number;
  known: Record<string, string>;
  base: number;
  choices: PuzzleChoice[];
  /** The names or totals of hands, by place and number: 'seat 1/1'. */
  names: Record<string, string>;
  /** What the hand makes by each choice between cards of the table. */
  makes: Record<string, string>;
  /** What the seat has seen of the round. */
  events: Record<string, any>[];
  /** Your rating at this game. */
  rating: number;
}

/** I place no more wagers in this round. This is not a wager and binds nobody; it only saves time. */
export interface Ready {
  type: "ready";
  table: string;
  key: string;
  round: number;
}

/** A command was not done, and nothing has changed. */
export interface Refused {
  type: "refused";
  key: string;
  table: string;
  code: string;
  why: string;
  clause?: string;
}

/** Register. */
export interface RegisterBody {
  login: string;
  password: string;
  name?: string;
}

/** What the document does at once. */
export interface Remedy {
  what: string;
  remedy: string;
  clause: string;
  place: string;
}

/** An irregularity to report. */
export interface ReportBody {
  what: string;
  place?: string;
  amount?: number;
  by?: string;
}

/** A finished round: 'net' is the due of 'perfect' play, less 'cost' and 'late', and 'luck'. */
export interface ReviewInfo {
  table: string;
  round: number;
  decisions: DecisionInfo[];
  /** What you won or lost. */
  net: number;
  /** What your wagers were worth before the cards were dealt, with the best play. */
  perfect: number;
  /** The same as you played: 'perfect' less 'cost' and 'late'. */
  own: number;
  /** What your mistakes lost on average. */
  cost: number;
  /** What was lost on average because your time was over. */
  late: number;
  /** 'net' less 'own'. */
  luck: number;
  exact: boolean;
  note: string;
}

/** Grant and withdraw roles. */
export interface RolesBody {
  grant?: string[];
  withdraw?: string[];
}

/** A round as its reader may know it. */
export interface RoundInfo {
  table: string;
  game: string;
  round: number;
  over: boolean;
  /** As over the WebSocket (docs/protocol.md). */
  updates: Record<string, any>[];
  /** Opens the cards that you alone have seen, as after a fold. */
  own: OwnOpenings | null;
  /** A signed head of the table's chain that covers the round. */
  signed: SignedHead | null;
}

/** A step of a round on the dealer's desk. */
export interface RoundStep {
  name: string;
  clause: string;
  /** What the dealer asks or says in this step, if it is always the same. */
  call: string;
}

/** Change the rules of a table. */
export interface RulesBody {
  /** Options of the game, as in a rules file: what is left out has the document's default. */
  rules: Record<string, any>;
}

/** An option of the rules that changes after the round, or after the shoe. */
export interface RulesChange {
  option: string;
  /** The line of a table such as a pay table. */
  line: string;
  before: any;
  after: any;
}

/** The options in a rules file, or its defects. */
export interface RulesFile {
  game: string;
  /** The options in the file. Empty if it has defects. */
  rules: Record<string, any>;
  /** In the order of the file. */
  defects: FileDefect[];
}

/** A rules file to read. */
export interface RulesFileBody {
  /** A rules file, as `pitboss rules` writes. */
  text: string;
  /** If the file does not name its game. */
  game?: string;
}

/** Why rules can't be priced. */
export interface RulesProblem {
  /** Stable, for programs. */
  code: string;
  /** A sentence for people. */
  why: string;
  /** Everything that is wrong with the rules, at once. */
  defects: Defect[];
}

/** A player at a table. */
export interface Seated {
  seat: number;
  person: string;
  name: string;
  sits_out: boolean;
}

/** Rules for a par sheet. */
export interface SheetBody {
  /** Options of the game, as in a rules file: what is left out has the document's default. */
  rules?: Record<string, any>;
  form?: "csv" | "html";
}

/** The head of a table's chain, with the signature of the house. */
export interface SignedHead {
  /** The house numbers its signatures from 1. */
  number: number;
  /** The SHA-256 of the text that was signed before it. */
  before: string;
  chain: string;
  seq: number;
  head: string;
  at: number;
  key: string;
  signature: string;
}

/** A new session. */
export interface SignedIn {
  token: string;
  person: Person;
}

/** Sit down. Default: at the first free seat. */
export interface Sit {
  type: "sit";
  table: string;
  key: string;
  seat?: number;
}

/** Sit out the coming rounds, or play again. */
export interface SitOut {
  type: "sitout";
  table: string;
  key: string;
  out?: boolean;
}

/** Answer a puzzle. */
export interface SolutionBody {
  puzzle: string;
  do: string;
}

/** How people speak of the choices of a game, in the order of their buttons, of its questions and of its wagers. */
export interface Speech {
  choices: ChoiceWords[];
  /** What people read for a question, where its name would puzzle them. */
  questions: Record<string, string>;
  /** The same for wagers. */
  wagers: Record<string, string>;
}

/** An act in the staff journal. */
export interface StaffAct {
  number: number;
  at: number;
  person: string;
  what: string;
  body: Record<string, any>;
  /** The head of the journal's chain after it. */
  head: string;
}

/** A page of the staff journal, in order. */
export interface StaffActs {
  acts: StaffAct[];
  /** Ask for the page after this number. 0 if no act follows. */
  next: number;
}

/** Say what a person must do at a table. */
export interface StaffingBody {
  /** A person must validate payouts above this; null: never. */
  validate_above: number | null;
}

/** Stand behind the seats, if the document allows wagers from there. */
export interface Stand {
  type: "stand";
  table: string;
  key: string;
}

/** Whether the process answers, or the house takes commands. */
export interface State {
  state: string;
}

/** A page of movements of money, in the order of time. */
export interface Statement {
  /** In the order of time. */
  lines: Line[];
  /** Ask for the page after this. Empty if no line follows. */
  next: string;
}

/** A table has stopped, or this process no longer runs it. Connect again. */
export interface Stopped {
  type: "stopped";
  table: string;
  why: string;
}

/** What happened in a round, in words. */
export interface Story {
  /** For each update of the round, in order, a sentence for each of its events. */
  sentences: string[][];
}

/** Rules in order that a player can remember, what they cost, and the whole strategy as charts. */
export interface Strategy {
  /** Rules in order. Empty if the game has no short strategy. */
  lines: string[];
  note: string;
  /** What it costs, in a sentence. */
  price: string;
  /** Against optimal play, in base wagers a round. */
  cost: number;
  /** The whole strategy. */
  charts: Chart[];
}

/** Open a table. */
export interface TableBody {
  game: string;
  /** Options of the game, as in a rules file. */
  rules?: Record<string, any>;
  name?: string;
  private?: boolean;
  link?: string;
  /** Chips are given out, and no wallet is touched. */
  practice?: boolean;
  /** Makes the cards repeatable. Only a table for practice may have one. */
  seed?: number;
  /** Whether players at a private table may ask the coach. */
  coach?: boolean;
  /** Whether a dealer of the house may take the private table. */
  asks_dealer?: boolean;
  /** A factor on all times of the usual pace. At 0 nothing waits. Without it, a private table has no limit for players who are connected. */
  pace?: number;
}

/** What a table took and kept, in all its rounds. */
export interface TableHold {
  rounds: number;
  /** All that was staked. */
  handle: number;
  /** The win: what the house kept of it. */
  kept: number;
  /** The win divided by the handle. Null if nothing was staked. */
  win_of_handle: number | null;
  /** The drop: what was bought in at the table. */
  purchases: number;
  /** The win divided by the drop. Null if nothing was bought in. */
  hold: number | null;
  /** The handle, by its name before. In the next version: what was bought in. */
  drop: number;
}

/** A table with its rules. They are empty if the client asked for the lobby. */
export interface TableInfo {
  id: string;
  name: string;
  game: string;
  title: string;
  /** open, closing or stopped */
  state: string;
  /** Why it has stopped. */
  why: string;
  private: boolean;
  /** Whether this private table asks for a person who deals. */
  asks_dealer: boolean;
  /** Chips are given out, and no wallet is touched. Its cards may be repeatable. */
  practice: boolean;
  /** Whether players may ask the coach during a round. */
  coach: boolean;
  link: string;
  seats: Seated[];
  positions: number;
  minimum: number;
  maximum: number;
  round: number;
  playing: boolean;
  /** The id of the person who deals. Empty for the automatic dealer. */
  dealer: string;
  dealer_name: string;
  watchers: number;
  /** What each meter of the table shows, in cents. */
  meters: Record<string, number>;
  rules: Record<string, any>;
  /** Changes of the rules that were announced and are not in force. */
  changes: RulesChange[];
}

/** Play money that was taken. */
export interface Taken {
  cents: number;
}

/** Become the first administrator. */
export interface TokenBody {
  token: string;
}

/** The question that the round waits on, and the receiver's offers. It replaces the turn before. */
export interface Turn {
  type: "turn";
  table: string;
  round: number;
  turn: number;
  about: string;
  clause?: string;
  waiting?: string[];
  offers?: [number, Offer[]][];
  clocks?: Clock[];
  chips?: number;
  coupons?: number;
  deal?: NextCard;
  calls?: FloorCall[];
}

/** Send me nothing more of this table. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}

/** What happened at a table by one act, as far as the receiver may know it. */
export interface Update {
  type: "update";
  table: string;
  seq: number;
  at: number;
  round: number;
  act?: Record<string, any>;
  events?: any[];
  hands?: Held[];
}

/** A wager of an exercise. */
export interface WagerAsked {
  wager: string;
  hand: number;
  stake: number;
  /** What a colleague did with it, which may be wrong. Null if you settle it. */
  made: Deed | null;
}

/** What the house won of a wager, in all rounds of all tables. */
export interface WagerHold {
  game: string;
  title: string;
  /** A side wager, or `hand` for all other wagers of a hand together. */
  wager: string;
  /** The pay table, if the document has several. */
  table: string;
  hands: number;
  staked: number;
  kept: number;
  /** The exact share of what is staked. Null if it is not known. */
  exact: number | null;
  /** Standard errors from the exact edge. Null with too few hands. */
  z: number | null;
}

/** What a wager means. */
export interface WagerMeaning {
  clause: string;
  means: string;
  /** Whether a match play coupon may lie beside it, where the table takes coupons. */
  coupon: boolean;
  side: boolean;
  /** Whether it is won without a stake. */
  earned: boolean;
}

/** Send me what happens at this table. ``after`` is the number of the last update that the client has seen. */
export interface Watch {
  type: "watch";
  table: string;
  after?: number;
}

/** The first message of the server. */
export interface Welcome {
  type: "welcome";
  version: number;
  person: string;
  name: string;
  roles: string[];
  now: number;
}

/** An account with its money. */
export interface WholeAccount {
  person: Account;
  wallet: number;
  coupons: number;
  game_account: number;
  /** At all tables. */
  chips: number;
  /** How many sessions are open. */
  sessions: number;
}

/** What a game's document says, in the project's words. */
export interface Words {
  /** What each clause says, in our own words, by its id. */
  clauses: Record<string, string>;
  /** How we read what is unclear, by the name of the ruling. */
  rulings: Record<string, string>;
  wagers: Record<string, WagerMeaning>;
  decisions: Record<string, Meaning>;
}

export type FromClient = BuyIn | CallFloor | CashOut | Deal | Hello | Leave | Ping | Play | Ready | Sit | SitOut | Stand | Unwatch | Watch;

export type FromServer = Done | Meters | Pong | Refused | Stopped | Turn | Update | Welcome;
