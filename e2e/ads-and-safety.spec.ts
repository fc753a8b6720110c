import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, expectAccessible, test } from './fixtures.ts';
