import type * as z from 'zod/mini';
import type * as schemas from './live-schemas.ts';

/** How many failed attempts to reconnect end in "Failed to reconnect after 5 attempts". */
export const MAX_RECONNECT_ATTEMPTS = 5;
/** The first wait before a new attempt; each next one doubles it. */
export const RECONNECT_DELAY_MS = 1000;
/** How often the server says `alive` on a quiet line. A browser sees no pings: by this it knows a dead one. */
export const ALIVE_EVERY_MS = 25_000;
/** The server closes a socket with this code when its session has ended: there is nothing to reconnect to. */
export const SIGNED_OUT_CLOSE_CODE = 4401;
/** And with this one when it stops, at one moment for everybody: a new one is about to take its place. */
export const RESTART_CLOSE_CODE = 1012;

export type ClientMessage = z.output<typeof schemas.clientMessageSchema>;
export type EmergencyAlert = z.output<typeof schemas.emergencyAlertSchema>;
export type ServerMessage = z.output<typeof schemas.serverMessageSchema>;
export type ServerMessageType = ServerMessage['type'];
