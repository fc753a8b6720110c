// A setup file of every Vitest project with properties: sets the seed and the number of runs.
import fc from 'fast-check';
import { RUN_SEED, sized } from './long-run.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: RUN_SEED, numRuns: sized(50, 200) });
