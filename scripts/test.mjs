// npm test: every gate and every test; the last line is `N passed, N failed`. `npm run check` is the quick part of it,
// `npm run test:long` runs the tests at their full size. See docs/testing.md.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  ensureInstalled,
  ensurePseudoWebBuilt,
  ensureWebBuilt,
  pinnedEnv,
  pinnedNode,
  root,
} from './bootstrap.mjs';
import { ensureChromium } from './chromium.mjs';

const isCheck = process.argv.includes('--check');
const isLong = process.argv.includes('--long');
ensureInstalled();
const node = pinnedNode();
const reports = path.join(root, '.cache');
fs.mkdirSync(reports, { recursive: true });
const env = {
  ...pinnedEnv(node),
  LONG: isLong ? '1' : '',
  CHECK: isCheck ? '1' : '',
  // the type checker collects garbage a quarter as often: a fifth less work for 0.5 GB more memory
  GOGC: process.env.GOGC ?? '400',
};
const cores = os.availableParallelism();
let passed = 0;
let failed = 0;

const packaged = (file) => path.join(root, 'node_modules', file);
const gate = (name, run) => async () => {
  const { code, output, seconds } = await finished(run, { isQuiet: true });
  if (code !== 0) process.stdout.write(output);
  tell(name, code === 0, seconds);
};
const ownGate = (name, file) => gate(name, [path.join(root, 'scripts', file)]);
const typesOf = (workspace) =>
  gate(`types ${workspace}`, [packaged('typescript/bin/tsc'), '-p', path.join(root, workspace)]);
const vitest = (name, report, projects, { files = [], ...options } = {}) =>
  tests(
    name,
    report,
    countVitest,
    [
      packaged('vitest/vitest.mjs'),
      'run',
      ...files,
      // The runner would leave a core free.
      ...['--maxWorkers', String(cores)],
      ...projects.flatMap((project) => ['--project', project]),
    ],
    options,
  );

/**
 * Types and lint in one pass; the rest takes seconds. The quick part leaves out `bench`, whose types are a sixth of the
 * work, since it is compiled with the whole server.
 */
const gates = [
  gate('types and lint', [
    packaged('oxlint/bin/oxlint'),
    ...['--type-aware', '--type-check', '--deny-warnings'],
    ...(isCheck ? ['--ignore-pattern', 'bench/**'] : []),
  ]),
  ownGate('catalogs', 'check-catalogs.mjs'),
  ownGate('hard-coded texts', 'check-hardcoded-texts.mjs'),
  ownGate('imports', 'check-imports.mjs'),
  gate('dead code', [packaged('knip/bin/knip.js')]),
  gate('format', [packaged('@biomejs/biome/bin/biome'), 'format', '.']),
  ownGate('clock', 'check-clock.mjs'),
  ownGate('footprint of new features', 'check-feature-footprint.mjs'),
  ownGate('coverage of the specification', 'check-coverage.mjs'),
  // dependencies change seldom
  ...(isCheck ? [] : [ownGate('lockfile', 'check-lockfile.mjs')]),
];
const UNIT = ['domain', 'web', 'scripts'];
const unitTests = (options) => vitest('unit tests', 'unit', UNIT, options);
const serverTests = (options) => vitest('server tests', 'server', ['server'], options);
const faultTests = (kind) =>
  vitest(`${kind} tests`, `${kind}s`, ['server-faults'], { isQuiet: true, files: [`.${kind}.test.`] });

const browserTests = browsers('browser tests', 'playwright', {
  before: ownGate('size of the web app', 'check-bundle-size.mjs'),
});

/**
 * The browser tests that `npm test` leaves out, every screen of a phone at twice the text size and in forced colors,
 * and where food begins in every language.
 */
const longBrowserTests = browsers('browser tests of the long run', 'playwright', {
  more: ['--grep', '@long|accessibility.spec|first-sight-of-food.spec'],
});

/** The browser tests in the pseudolocale, on a phone also right to left. */
const pseudoBrowserTests = browsers('browser tests in the pseudolocale', 'playwright-pseudo', {
  build: ensurePseudoWebBuilt,
  config: 'playwright.pseudo.config.ts',
});

if (isCheck) await inLanes(2, [unitTests({ isQuiet: true }), ...gates]);
else if (isLong) {
  env.SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  console.log(`The random seed is ${env.SEED}: SEED=${env.SEED} npm run test:long repeats this run.`);
  await inLanes(2, ['server', 'web', 'domain', 'e2e', 'bench'].map(typesOf));
  await inLanes(2, [faultTests('fault'), unitTests({ isQuiet: true }), serverTests(), faultTests('race')]);
  await longBrowserTests();
  await pseudoBrowserTests();
} else {
  // A lane a core, the longest first: a browser beside two others waits too long for each frame.
  await inLanes(2, [
    serverTests({ isQuiet: true }),
    faultTests('fault'),
    faultTests('race'),
    unitTests({ isQuiet: true }),
    browserTests,
    ...gates,
  ]);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Runs the jobs in order, `count` at a time. */
async function inLanes(count, jobs) {
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: count }, lane));
}

/** Builds the web app, then runs Playwright's tests in a browser. */
function browsers(name, report, how) {
  const { build = ensureWebBuilt, config = 'playwright.config.ts', before, more = [] } = how;
  const run = [packaged('@playwright/test/cli.js'), 'test', '-c', `e2e/${config}`, ...more];
  return async () => {
    if (!build(node)) {
      tell('web build', false);
      return;
    }
    await before?.();
    if (ensureChromium()) await tests(name, report, countPlaywright, run)();
    else tell('browser tests', false);
  };
}

/**
 * Runs a test runner that writes a JSON report, and adds up its counts. With `isQuiet` its output is shown only if it
 * fails.
 */
function tests(name, reportName, count, run, { isQuiet = false } = {}) {
  return async () => {
    const report = path.join(reports, `${reportName}.json`);
    fs.rmSync(report, { force: true });
    const { code, output, seconds } = await finished(run, { isQuiet, more: { TEST_REPORT: report } });
    let counted = { passed: 0, failed: 0 };
    if (fs.existsSync(report)) counted = count(JSON.parse(fs.readFileSync(report, 'utf8')));
    // A runner that fails without a failed test, or passes without a test, is a failure too.
    if (counted.failed === 0 && (code !== 0 || counted.passed === 0)) counted.failed = 1;
    if (counted.failed > 0) process.stdout.write(output);
    passed += counted.passed;
    failed += counted.failed;
    console.log(
      `${counted.failed === 0 ? 'ok' : 'FAILED'}  ${name}: ${counted.passed} passed (${seconds} s)`,
    );
  };
}

/** Skipped tests count as failed, so that none is left out unnoticed. */
function countVitest(report) {
  const suitesAlone = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const left = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + suitesAlone.length + left };
}

function countPlaywright({ stats, errors, suites }) {
  if (stats.flaky > 0) console.log(`${stats.flaky} browser tests passed only when run once more: mend them.`);
  // the reason of each failure again at the end, where a truncated log still has it
  for (const { title, tests: runs } of suites.flatMap(specsIn)) {
    for (const { status, projectName, results } of runs) {
      if (status !== 'unexpected' && status !== 'flaky') continue;
      for (const { message } of results.flatMap(({ errors: thrown }) => thrown)) {
        const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
        console.log(`${status} [${projectName}] ${title}\n  ${lines.join('\n  ')}`);
      }
    }
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
  };
}

/** The tests of a suite of the report, with those of the suites in it. */
function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
}

function tell(name, good, seconds) {
  if (good) passed++;
  else failed++;
  console.log(`${good ? 'ok' : 'FAILED'}  ${name}${seconds ? ` (${seconds} s)` : ''}`);
}

/** Runs the pinned Node with `run`. Returns its output if `isQuiet`, else prints it as it comes. */
function finished(run, { isQuiet, more = {} }) {
  const start = performance.now();
  const out = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(node, run, { cwd: root, env: { ...env, ...more }, stdio: ['ignore', out, out] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${error.message}\n`, seconds: '0' }));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output, seconds: ((performance.now() - start) / 1000).toFixed(1) }),
    );
  });
}
