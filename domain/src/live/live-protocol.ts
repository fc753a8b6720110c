import type * as z from 'zod/mini';
import type * as schemas from './live-schemas.ts';

/** Failed attempts to reconnect before "Failed to reconnect after 5 attempts". */
export const MAX_RECONNECT_ATTEMPTS = 5;
/** Delay before the first attempt; it doubles with each further one. */
export const RECONNECT_DELAY_MS = 1000;
/**
 * How often the server sends `alive` on an idle connection. Browsers do not expose pings, so a client detects
 * a dead connection by this.
 */
export const ALIVE_INTERVAL_MS = 25_000;
/** The server closes a socket with this code when its session has ended: do not reconnect. */
export const SIGNED_OUT_CLOSE_CODE = 4401;
/** The server closes a person's oldest socket with this code when they open too many: reconnect only if they ask. */
export const DISPLACED_CLOSE_CODE = 4429;
/** The server closes all sockets with this code when it stops: reconnect, a new one is about to start. */
export const RESTART_CLOSE_CODE = 1012;

export type ClientMessage = z.output<typeof schemas.clientMessageSchema>;
export type EmergencyAlert = z.output<typeof schemas.emergencyAlertSchema>;
export type ServerMessage = z.output<typeof schemas.serverMessageSchema>;
export type ServerMessageType = ServerMessage['type'];
