import { MAX_WAVES, WAVE_INTERVAL_MS } from '@openlarder/domain/emergency/alert-waves.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import * as z from 'zod/mini';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import * as requests from '#server/features/emergency/requests/create-request.ts';
import type { DemoActor, DemoContext } from './demo-context.ts';
import type { DemoRequest } from './demo-requests.ts';

/** Creates a request at `askedMs` from the person's home and sends its alerts until `answeredMs`; returns its id. */
export async function createRequest(
  demo: DemoContext,
  person: DemoActor,
  request: DemoRequest,
  askedMs: number,
  answeredMs = demo.nowMs,
): Promise<string> {
  const { ctx, clock, random } = demo;
  clock.setTo(askedMs);
  const body = z.parse(createRequestBody, {
    ...request,
    ...pointAt(person.home, random.next() * 15, random.next() * 2 * Math.PI),
    pickupLocation: person.address,
  });
  const { id } = await requests.createRequest(ctx, person.caller, body, 'demo');
  await sendWaves(demo, askedMs, answeredMs);
  return id;
}

/** Sends the alert waves after the first, each when it is due, so that none is left for the running demo. */
export async function sendWaves({ ctx, clock }: DemoContext, fromMs: number, untilMs: number): Promise<void> {
  for (let wave = 1; wave < MAX_WAVES; wave++) {
    const dueMs = fromMs + wave * WAVE_INTERVAL_MS;
    if (dueMs >= untilMs) return;
    clock.setTo(dueMs);
    await sendDueWaves(ctx);
  }
}
