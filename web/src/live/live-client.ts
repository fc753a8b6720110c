import {
  ALIVE_INTERVAL_MS,
  type ClientMessage,
  DISPLACED_CLOSE_CODE,
  MAX_RECONNECT_ATTEMPTS,
  RECONNECT_DELAY_MS,
  RESTART_CLOSE_CODE,
  type ServerMessage,
  type ServerMessageType,
  SIGNED_OUT_CLOSE_CODE,
} from '@openlarder/domain/live/live-protocol.ts';
import { nameLiveSocket, noteLiveRow } from '#web/lib/live-names.ts';
import { createStore } from '#web/lib/store.ts';

/** `failed`: no more attempts until the user retries, the network is back or the page becomes visible. */
export type LivePhase = 'connecting' | 'live' | 'reconnecting' | 'failed';

export type LiveState = {
  readonly phase: LivePhase;
  /** From when on a phase that is not `live` counts as a loss: shorter ones are not shown, and nothing is fetched. */
  readonly lostAtMs: number;
  /** The screen shows the data of this moment, the last message or fetch; null before either. */
  readonly freshAtMs: number | null;
};

export type LiveSocket = { send(text: string): void; close(): void };

/** Called with each message's data, and with the close code. */
export type SocketHandlers = { onMessage: (data: unknown) => void; onClose: (code: number) => void };

/** Opens a connection. Events after `close` are ignored. */
export type OpenSocket = (socketHandlers: SocketHandlers) => LiveSocket;

export type LiveMessage<T extends ServerMessageType> = Extract<ServerMessage, { type: T }>;
export type Subscription = Exclude<ClientMessage, { type: 'since' }>;

type Handler = (message: ServerMessage) => void;

/** A network that drops packets neither opens nor refuses a connection. */
const HELLO_TIMEOUT_MS = 10_000;
/** Two missed `alive` messages: the connection is dead. */
const SILENCE_TIMEOUT_MS = 2 * ALIVE_INTERVAL_MS + 10_000;
/** One missed `alive` message is enough when the user returns to the page. */
const VISIBLE_SILENCE_TIMEOUT_MS = ALIVE_INTERVAL_MS + 5000;
const LOST_AFTER_MS = 2000;
/** All clients reconnect after a restart, spread over this time. */
const RESTART_SPREAD_MS = 5000;
/** A restart lasts longer than other interruptions, and nobody has missed anything: `since` tells what has changed. */
const RESTART_LOST_AFTER_MS = 8000;

type Options = {
  connect: OpenSocket;
  /** The position before anything was fetched; null if unknown. */
  position?: string | null;
  nowMs: () => number;
  /** A random number, at least 0 and less than 1. */
  random?: () => number;
  onSignedOut?: () => void;
};

/** A message of the server; null if malformed. */
function parseMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: ServerMessage | null = JSON.parse(data);
    return typeof message?.type === 'string' ? message : null;
  } catch {
    return null;
  }
}

export type LiveClient = ReturnType<typeof createLiveClient>;

/**
 * The tab's one socket. After `hello` it sends its subscriptions, then `since`, whose answer names what has changed
 * meanwhile. The position is that of the page, later those of the socket, each once everything that changed before it
 * has been fetched: a connection that ends sooner asks again from where the data is.
 * Reconnects by `reconnectDelayMs`; a visible page or a new network resets the count of attempts, and so does `hello`,
 * but not a connection without it.
 */
export function createLiveClient({
  connect,
  position = null,
  nowMs,
  random = () => 0,
  onSignedOut,
}: Options) {
  const handlers = new Map<ServerMessageType, Set<Handler>>();
  const subscriptions = new Set<Subscription>();
  const state = createStore<LiveState>({
    phase: 'connecting',
    lostAtMs: nowMs() + LOST_AFTER_MS,
    freshAtMs: null,
  });
  let socket: LiveSocket | null = null;
  /** Counts the sockets, to ignore late events of an old one. */
  let generation = 0;
  let isOpen = false;
  let lastMessageAtMs = 0;
  let lastPosition = position;
  /** The newest position that the socket has told; adopted once what it named before is fetched. */
  let toldPosition = position;
  let isAllFresh = (): boolean => false;
  let wasLive = false;
  let failedAttempts = 0;
  /** The server has closed it for newer sockets of the same person: another attempt would close one of those. */
  let isDisplaced = false;
  /** For the next attempt, for hello or for the next message, whichever is awaited. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  function setPhase(phase: LivePhase, lostAfterMs = LOST_AFTER_MS): void {
    const before = state.get();
    if (before.phase === phase) return;
    const freshAtMs = before.phase === 'live' ? lastMessageAtMs : before.freshAtMs;
    state.set({ phase, lostAtMs: nowMs() + lostAfterMs, freshAtMs });
  }

  function setTimer(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function send(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  /** A map asks for what has changed on it since the position. */
  const withPosition = (subscription: Subscription): Subscription =>
    subscription.type === 'subscribe_heat_map_updates' && lastPosition !== null
      ? { ...subscription, position: lastPosition }
      : subscription;

  function receive(message: ServerMessage): void {
    lastMessageAtMs = nowMs();
    isOpen ||= message.type === 'hello';
    if (isOpen) setTimer(SILENCE_TIMEOUT_MS, reconnectNow);
    adoptPosition();
    if (message.type === 'hello') {
      failedAttempts = 0;
      nameLiveSocket(message.socket);
      for (const subscription of subscriptions) send(withPosition(subscription));
      send({ type: 'since', position: lastPosition });
      wasLive = true;
      setPhase('live');
    } else if ('row' in message) noteLiveRow(message.row);
    dispatchAll(message);
    if ('position' in message && message.position !== undefined) toldPosition = message.position;
    adoptPosition();
  }

  function adoptPosition(): void {
    if (isAllFresh()) lastPosition = toldPosition;
  }

  function dispatchAll(message: ServerMessage): void {
    for (const handler of handlers.get(message.type) ?? []) dispatch(handler, message);
  }

  /** A handler that throws affects neither the connection nor other handlers. */
  function dispatch(handler: Handler, message: ServerMessage): void {
    try {
      handler(message);
    } catch (error) {
      console.warn(`Ignored a malformed ${message.type}`, error);
    }
  }

  function closeSocket(): void {
    clearTimeout(timer);
    generation += 1;
    isOpen = false;
    nameLiveSocket(null);
    socket?.close();
    socket = null;
  }

  function open(): void {
    closeSocket();
    const own = generation;
    setTimer(HELLO_TIMEOUT_MS, () => {
      closeSocket();
      handleLoss();
    });
    socket = connect({
      onMessage(data) {
        if (own !== generation) return;
        const message = parseMessage(data);
        if (message) receive(message);
        else console.warn('Ignored a malformed message');
      },
      onClose(code) {
        if (own !== generation) return;
        closeSocket();
        handleLoss(code);
      },
    });
  }

  function handleLoss(code?: number): void {
    if (code === SIGNED_OUT_CLOSE_CODE) {
      running = false;
      // the page is about to navigate: `reconnecting` causes no fetches
      setPhase('reconnecting');
      onSignedOut?.();
      return;
    }
    isDisplaced = code === DISPLACED_CLOSE_CODE;
    const delayMs = isDisplaced ? null : reconnectDelayMs(failedAttempts);
    if (delayMs === null) {
      setPhase('failed');
      return;
    }
    failedAttempts += 1;
    const isRestart = code === RESTART_CLOSE_CODE;
    const spreadMs = isRestart ? random() * RESTART_SPREAD_MS : 0;
    setPhase('reconnecting', isRestart ? RESTART_LOST_AFTER_MS + spreadMs : LOST_AFTER_MS);
    setTimer(delayMs + spreadMs, open);
  }

  function reconnectNow(): void {
    if (!running) return;
    failedAttempts = 0;
    setPhase(wasLive ? 'reconnecting' : 'connecting');
    open();
  }

  return {
    start: (): void => {
      if (running) return;
      running = true;
      reconnectNow();
    },

    stop: (): void => {
      running = false;
      closeSocket();
    },

    /** Tries immediately with a new count: the user asked. */
    retry: (): void => {
      if (!isOpen) reconnectNow();
    },

    /** There is a network, perhaps another one: connections over the one before are dead. */
    onNetworkOnline: reconnectNow,

    /** There is no network: nothing arrives, although nothing closes the connection. */
    onNetworkOffline: (): void => {
      if (!running || !isOpen) return;
      closeSocket();
      handleLoss();
    },

    /** The page became visible, perhaps after the device slept. */
    onPageVisible(): void {
      if (!isOpen || nowMs() - lastMessageAtMs > VISIBLE_SILENCE_TIMEOUT_MS) reconnectNow();
    },

    /** Visible data was fetched: the server is reachable, so one more attempt is worthwhile. */
    onDataFetched(): void {
      if (isOpen || !running) return;
      state.set({ ...state.get(), freshAtMs: nowMs() });
      if (state.get().phase === 'failed' && !socket && !isDisplaced) open();
    },

    /** Sends a subscription now and after every reconnect. Returns a function that cancels it. */
    subscribe(subscription: Subscription): () => void {
      subscriptions.add(subscription);
      adoptPosition();
      if (isOpen) send(withPosition(subscription));
      return () => subscriptions.delete(subscription);
    },

    /** Sets how the client knows that nothing which is known to have changed is still to be fetched. */
    adoptPositionsWhen(check: () => boolean): void {
      isAllFresh = check;
    },

    on<T extends ServerMessageType>(type: T, handler: (message: LiveMessage<T>) => void): () => void {
      const isType = (message: ServerMessage): message is LiveMessage<T> => message.type === type;
      const listener: Handler = (message) => {
        if (isType(message)) handler(message);
      };
      const all = handlers.get(type) ?? new Set();
      handlers.set(type, all.add(listener));
      return () => all.delete(listener);
    },

    state: { get: state.get, subscribe: state.subscribe },
  };
}

/**
 * The delay before the next attempt, in milliseconds, after `failedAttempts` in a row: 1 s, doubling. Null
 * after five: then the user, the network or a visible page starts over.
 */
export function reconnectDelayMs(failedAttempts: number): number | null {
  return failedAttempts >= MAX_RECONNECT_ATTEMPTS ? null : RECONNECT_DELAY_MS * 2 ** failedAttempts;
}
