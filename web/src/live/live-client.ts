import type {
  ClientMessage,
  ServerMessage,
  ServerMessageType,
} from '@openlarder/domain/live/live-protocol.ts';
import { reconnectDelayMs } from './reconnect-policy.ts';

export type LiveStatus = 'connecting' | 'live' | 'offline';

/** An open or opening connection. */
export type LiveSocket = { send(text: string): void; close(): void };

/** What a connection tells: a message's data, and its end with the reason's code. */
export type SocketEars = { onMessage: (data: unknown) => void; onClose: (code: number) => void };

/** Opens a connection. After `close` has been called it tells nothing more that matters. */
export type ConnectSocket = (ears: SocketEars) => LiveSocket;

export type LiveMessage<T extends ServerMessageType> = Extract<ServerMessage, { type: T }>;
export type Subscription = Exclude<ClientMessage, { type: 'resume' }>;

type Handler = (message: ServerMessage) => void;

/** The server's word that nobody is signed in (any more) on this socket. */
const SIGNED_OUT_CODE = 4401;

/** A page unseen for this long may hold a dead connection that has not noticed: phones sleep. */
const DOUBT_AFTER_HIDDEN_MS = 60_000;

type Parts = {
  connect: ConnectSocket;
  nowMs: () => number;
  /** The server ended this person's session. */
  onSignedOut?: () => void;
};

/** A message of the server, or null for what is not one: it is then ignored. */
function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: ServerMessage | null = JSON.parse(data);
    return typeof message?.type === 'string' ? message : null;
  } catch {
    return null;
  }
}

export type LiveClient = ReturnType<typeof makeLiveClient>;

/**
 * The one socket of this tab. After `hello` it says its subscriptions, then `resume` with the last event it saw,
 * so that what was missed comes first and nothing comes twice. It reconnects by `reconnectDelayMs`; being told
 * that the page is seen or the network is back starts the count anew.
 */
export function makeLiveClient({ connect, nowMs, onSignedOut }: Parts) {
  const handlers = new Map<ServerMessageType, Set<Handler>>();
  const subscriptions = new Set<Subscription>();
  const statusListeners = new Set<() => void>();
  let status: LiveStatus = 'connecting';
  let socket: LiveSocket | null = null;
  /** Counts the sockets, so that a late word of an old one is not heard. */
  let generation = 0;
  let heardHello = false;
  let lastEventId: string | null = null;
  let failedAttempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let hiddenSinceMs: number | null = null;

  function setStatus(next: LiveStatus): void {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener();
  }

  function say(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function hear(message: ServerMessage): void {
    if (message.type === 'hello') {
      heardHello = true;
      failedAttempts = 0;
      for (const subscription of subscriptions) say(subscription);
      say({ type: 'resume', lastEventId });
      lastEventId ??= message.id;
      setStatus('live');
    } else if ('id' in message) {
      lastEventId = message.id;
    }
    for (const handler of handlers.get(message.type) ?? []) handler(message);
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
    socket = connect({
      onMessage(data) {
        const message = mine === generation ? readMessage(data) : null;
        if (message) hear(message);
      },
      onClose(code) {
        if (mine !== generation) return;
        socket = null;
        heardHello = false;
        lost(code);
      },
    });
  }

  function lost(code: number): void {
    if (code === SIGNED_OUT_CODE) {
      running = false;
      setStatus('offline');
      onSignedOut?.();
      return;
    }
    const delayMs = reconnectDelayMs(failedAttempts);
    if (delayMs === null) {
      setStatus('offline');
      return;
    }
    setStatus('connecting');
    failedAttempts += 1;
    timer = setTimeout(open, delayMs);
  }

  function startAnew(): void {
    if (!running) return;
    failedAttempts = 0;
    setStatus('connecting');
    open();
  }

  return {
    start(): void {
      if (running) return;
      running = true;
      startAnew();
    },

    stop(): void {
      running = false;
      drop();
    },

    /** Tries at once and counts from the start: a person asked, or the network is back. */
    retry: (): void => {
      if (!heardHello) startAnew();
    },

    /** The page came into sight or went out of it. */
    noteVisible(visible: boolean): void {
      if (!visible) {
        hiddenSinceMs = nowMs();
        return;
      }
      const hiddenForMs = hiddenSinceMs === null ? 0 : nowMs() - hiddenSinceMs;
      hiddenSinceMs = null;
      if (!heardHello || hiddenForMs > DOUBT_AFTER_HIDDEN_MS) startAnew();
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

    status: (): LiveStatus => status,

    onStatus: (listener: () => void): (() => void) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
  };
}
