import {
  ALIVE_EVERY_MS,
  type ClientMessage,
  RESTART_CLOSE_CODE,
  type ServerMessage,
  type ServerMessageType,
  SIGNED_OUT_CLOSE_CODE,
} from '@openlarder/domain/live/live-protocol.ts';
import { reconnectDelayMs } from './reconnect-policy.ts';

/** Whether news arrive by themselves. `failed` has given up: a person, a network or a page seen again starts anew. */
export type LivePhase = 'connecting' | 'live' | 'reconnecting' | 'failed';

/** The one state that every word about the line is taken from. */
export type LiveState = {
  readonly phase: LivePhase;
  /** When this phase began. */
  readonly sinceMs: number;
  /** How things stood at this moment is what the screen shows: news came by then, or it was fetched. Null before any. */
  readonly freshAtMs: number | null;
};

/** An open or opening connection. */
export type LiveSocket = { send(text: string): void; close(): void };

/** What a connection tells: a message's data, and its end with the reason's code. */
export type SocketHandlers = { onMessage: (data: unknown) => void; onClose: (code: number) => void };

/** Opens a connection. After `close` has been called it tells nothing more that matters. */
export type OpenSocket = (ears: SocketHandlers) => LiveSocket;

export type LiveMessage<T extends ServerMessageType> = Extract<ServerMessage, { type: T }>;
export type Subscription = Exclude<ClientMessage, { type: 'resume' }>;

type Handler = (message: ServerMessage) => void;

/** A network that swallows everything neither opens a connection nor refuses one. */
const HELLO_WITHIN_MS = 10_000;
/** Twice nothing where the server says `alive`: the line is dead, and nobody will say so. */
const DEAD_AFTER_SILENCE_MS = 2 * ALIVE_EVERY_MS + 10_000;
/** Whoever comes back to the page does not wait for the second time. */
const DOUBT_AFTER_SILENCE_MS = ALIVE_EVERY_MS + 5000;
/** After a restart everybody comes back, spread over so long. */
const RESTART_SPREAD_MS = 3000;
/** More than fit between two connections. */
const REMEMBERED_IDS = 200;

type Parts = {
  connect: OpenSocket;
  nowMs: () => number;
  /** At random, 0 or more and less than 1. */
  random?: () => number;
  /** The server ended this person's session. */
  onSignedOut?: () => void;
};

/** A message of the server, or null for what is not one. */
function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: ServerMessage | null = JSON.parse(data);
    return typeof message?.type === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** Answers whether an id was noted before, among the last ones. */
function makeMemory(): (id: string) => boolean {
  const ids = new Set<string>();
  return (id) => {
    const isKnown = ids.has(id);
    ids.add(id);
    const [oldest] = ids;
    if (ids.size > REMEMBERED_IDS && oldest !== undefined) ids.delete(oldest);
    return isKnown;
  };
}

export type LiveClient = ReturnType<typeof createLiveClient>;

/**
 * The one socket of this tab. After `hello` it says its subscriptions, then `resume` with the last event it saw,
 * so that what was missed comes first and nothing comes twice. It reconnects by `reconnectDelayMs`; being told
 * that the page is seen or the network is back starts the count anew. Only `hello` ends the count: a server that
 * takes a connection and drops it has not been reached.
 */
export function createLiveClient({ connect, nowMs, random = () => 0, onSignedOut }: Parts) {
  const handlers = new Map<ServerMessageType, Set<Handler>>();
  const subscriptions = new Set<Subscription>();
  const stateListeners = new Set<() => void>();
  let state: LiveState = { phase: 'connecting', sinceMs: nowMs(), freshAtMs: null };
  let socket: LiveSocket | null = null;
  /** Counts the sockets, so that a late word of an old one is not heard. */
  let generation = 0;
  let heardHello = false;
  let heardAtMs = 0;
  let lastEventId: string | null = null;
  const isRepeated = makeMemory();
  let failedAttempts = 0;
  /** For the next attempt, for hello, or for the next word, whichever is waited for. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  function setState(next: LiveState): void {
    state = next;
    for (const listener of stateListeners) listener();
  }

  function enter(phase: LivePhase): void {
    if (state.phase === phase) return;
    const freshAtMs = state.phase === 'live' ? heardAtMs : state.freshAtMs;
    setState({ phase, sinceMs: nowMs(), freshAtMs });
  }

  function waitFor(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function say(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function hear(message: ServerMessage): void {
    heardAtMs = nowMs();
    heardHello ||= message.type === 'hello';
    if (heardHello) waitFor(DEAD_AFTER_SILENCE_MS, startAnew);
    if (message.type === 'hello') {
      failedAttempts = 0;
      for (const subscription of subscriptions) say(subscription);
      say({ type: 'resume', lastEventId });
      lastEventId ??= message.id;
      enter('live');
    } else if ('id' in message) {
      const isPlace = message.type === 'alive' || message.type === 'resync';
      if (!isPlace && isRepeated(message.id)) return;
      lastEventId = message.id;
    }
    for (const handler of handlers.get(message.type) ?? []) tell(handler, message);
  }

  /** What one part of the page cannot read stops neither the line nor the others. */
  function tell(handler: Handler, message: ServerMessage): void {
    try {
      handler(message);
    } catch (error) {
      console.warn(`Ignored a malformed ${message.type}`, error);
    }
  }

  /** Lets go of the socket and of what it may still say. */
  function drop(): void {
    clearTimeout(timer);
    generation += 1;
    heardHello = false;
    socket?.close();
    socket = null;
  }

  function open(): void {
    drop();
    const mine = generation;
    waitFor(HELLO_WITHIN_MS, () => {
      drop();
      lost();
    });
    socket = connect({
      onMessage(data) {
        if (mine !== generation) return;
        const message = readMessage(data);
        if (message) hear(message);
        else console.warn('Ignored a malformed message');
      },
      onClose(code) {
        if (mine !== generation) return;
        drop();
        lost(code);
      },
    });
  }

  function lost(code?: number): void {
    if (code === SIGNED_OUT_CLOSE_CODE) {
      running = false;
      // the page is about to leave: for a moment yet, nothing needs fetching
      enter('reconnecting');
      onSignedOut?.();
      return;
    }
    const delayMs = reconnectDelayMs(failedAttempts);
    if (delayMs === null) {
      enter('failed');
      return;
    }
    enter('reconnecting');
    failedAttempts += 1;
    waitFor(delayMs + (code === RESTART_CLOSE_CODE ? random() * RESTART_SPREAD_MS : 0), open);
  }

  function startAnew(): void {
    if (!running) return;
    failedAttempts = 0;
    enter(lastEventId === null ? 'connecting' : 'reconnecting');
    open();
  }

  return {
    start: (): void => {
      if (running) return;
      running = true;
      startAnew();
    },

    stop: (): void => {
      running = false;
      drop();
    },

    /** Tries at once and counts from the start: a person asked. */
    retry: (): void => {
      if (!heardHello) startAnew();
    },

    /** There is a network, perhaps another one: what was open over the one before is dead or will be. */
    noteOnline: startAnew,

    /** There is no network: nothing will come, though nobody closes the connection. */
    noteOffline: (): void => {
      if (!running || !heardHello) return;
      drop();
      lost();
    },

    /** The page is looked at, perhaps after the device has slept. */
    noteVisible(): void {
      if (!heardHello || nowMs() - heardAtMs > DOUBT_AFTER_SILENCE_MS) startAnew();
    },

    /** What is on screen has just been fetched. Then somebody answers, and one more attempt is worth it. */
    noteFresh(): void {
      if (heardHello || !running) return;
      setState({ ...state, freshAtMs: nowMs() });
      if (state.phase === 'failed' && !socket) open();
    },

    /** Says a subscription now and after every reconnect, until the function handed back is called. */
    subscribe(subscription: Subscription): () => void {
      subscriptions.add(subscription);
      if (heardHello) say(subscription);
      return () => subscriptions.delete(subscription);
    },

    /** Hears one kind of message until the function handed back is called. */
    on<T extends ServerMessageType>(type: T, handler: (message: LiveMessage<T>) => void): () => void {
      const isType = (message: ServerMessage): message is LiveMessage<T> => message.type === type;
      const heard: Handler = (message) => {
        if (isType(message)) handler(message);
      };
      const all = handlers.get(type) ?? new Set();
      handlers.set(type, all.add(heard));
      return () => all.delete(heard);
    },

    state: (): LiveState => state,

    onState: (listener: () => void): (() => void) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
  };
}
