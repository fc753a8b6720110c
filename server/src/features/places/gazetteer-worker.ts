import { parentPort, workerData } from 'node:worker_threads';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { readGazetteer, surroundingsOf } from './gazetteer.ts';

/** Reads the gazetteer beside the server, which would not answer for a second, and whose memory it would fill. */
const { center, reachKm } = workerData as { readonly center: GeoPoint; readonly reachKm: number };
parentPort?.postMessage(surroundingsOf(await readGazetteer(), center, reachKm));
