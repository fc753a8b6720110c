import { parentPort, workerData } from 'node:worker_threads';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { readGazetteer, surroundingsOf } from './gazetteer.ts';

type Asked = { readonly center: GeoPoint; readonly reachKm: number };
const { center, reachKm }: Asked = workerData;

// beside the server, which would not answer for a second, and whose memory it would fill
parentPort?.postMessage(surroundingsOf(await readGazetteer(), center, reachKm));
