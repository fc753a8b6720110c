// A setup file of every Vitest project with properties: they all draw from the seed of this run, so and so often.
import fc from 'fast-check';
import { RUN_SEED, sized } from './long-run.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: RUN_SEED, numRuns: sized(50, 200) });
