// npm test: every gate and every test; the last line is `N passed, N failed`. With --check what is quick of it.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './bootstrap.mjs';

const quick = process.argv.includes('--check');
ensureInstalled();
const node = pinnedNode();
const reports = path.join(root, '.cache');
fs.mkdirSync(reports, { recursive: true });
const env = {
  ...process.env,
  NODE_ENV: '',
  PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
};
let passed = 0;
let failed = 0;

const packaged = (file) => path.join(root, 'node_modules', file);
const own = (file) => path.join(root, 'scripts', file);
const types = (workspace) => ({
  name: `types ${workspace}`,
  // What an earlier check found out about unchanged files is kept; the whole test takes nothing on trust.
  run: [
    packaged('typescript/bin/tsc'),
    ...['-p', workspace],
    ...(quick ? ['--incremental', '--tsBuildInfoFile', path.join(reports, `${workspace}.tsbuildinfo`)] : []),
  ],
});
const gates = [
  types('server'),
  { name: 'lint', run: [packaged('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  types('web'),
  types('domain'),
  types('e2e'),
  types('bench'),
  { name: 'dead code', run: [packaged('knip/bin/knip.js')] },
  { name: 'format', run: [packaged('@biomejs/biome/bin/biome'), 'format', '.'] },
  { name: 'imports', run: [own('check-imports.mjs')] },
  { name: 'clock', run: [own('check-clock.mjs')] },
  { name: 'texts', run: [own('check-texts.mjs')] },
  { name: 'lockfile', run: [own('check-lockfile.mjs')] },
  { name: 'coverage of the specification', run: [own('check-coverage.mjs')] },
];

await inTurns(gates, 2);
await tests('unit tests', 'vitest.json', countVitest, [
  packaged('vitest/vitest.mjs'),
  'run',
  // These need no PostgreSQL beside them, so that the runner's own reserve of a core is not needed either.
  ...(quick ? ['--maxWorkers', String(os.availableParallelism() + 1)] : []),
  ...(quick ? ['domain', 'web', 'scripts'].flatMap((name) => ['--project', name]) : []),
]);
if (!quick) {
  if (!ensureWebBuilt(node)) tell('web build', false);
  else {
    await inTurns([{ name: 'size of the web app', run: [own('check-budget.mjs')] }], 1);
    if (ensureChromium())
      await tests('browser tests', 'playwright.json', countPlaywright, [
        packaged('@playwright/test/cli.js'),
        ...['test', '-c', 'e2e/playwright.config.ts'],
      ]);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Runs gates, `atOnce` at a time; each one's output is printed in one piece when it failed. */
async function inTurns(all, atOnce) {
  const waiting = [...all];
  const worker = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      const { code, output, seconds } = await finished(gate.run, 'pipe');
      if (code !== 0) process.stdout.write(output);
      tell(gate.name, code === 0, seconds);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Runs a test runner that leaves a JSON report, and adds up what it counted. */
async function tests(name, file, count, run) {
  const report = path.join(reports, file);
  fs.rmSync(report, { force: true });
  const { code, seconds } = await finished(run, 'inherit');
  let counted = { passed: 0, failed: 0 };
  if (fs.existsSync(report)) counted = count(JSON.parse(fs.readFileSync(report, 'utf8')));
  // A runner that fails without a failed test, or passes without a test, is a failure too.
  if (counted.failed === 0 && (code !== 0 || counted.passed === 0)) counted.failed = 1;
  passed += counted.passed;
  failed += counted.failed;
  console.log(`${counted.failed === 0 ? 'ok' : 'FAILED'}  ${name}: ${counted.passed} passed (${seconds} s)`);
}

/** Skipped tests count as failed: nothing is left out quietly. */
function countVitest(report) {
  const suitesAlone = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const left = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + suitesAlone.length + left };
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
}

function tell(name, good, seconds) {
  if (good) passed++;
  else failed++;
  console.log(`${good ? 'ok' : 'FAILED'}  ${name}${seconds ? ` (${seconds} s)` : ''}`);
}

function finished(run, stdout) {
  const start = performance.now();
  const child = spawn(node, run, { cwd: root, env, stdio: ['ignore', stdout, stdout] });
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

/** Debian's Chromium and an emoji font for the browser tests: installed when we may, else asked for in one line. */
function ensureChromium() {
  const has = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  const browser = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const missing = [
    ...(fs.existsSync(browser) ? [] : ['chromium']),
    ...(process.env.CHROMIUM || has('dpkg', ['-s', 'fonts-noto-color-emoji'])
      ? []
      : ['fonts-noto-color-emoji']),
  ];
  if (missing.length === 0) return true;
  if (process.getuid?.() === 0 && has('apt-get', ['--version'])) {
    console.log(`Installing ${missing.join(' and ')} ...`);
    const aptEnv = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env: aptEnv }).status === 0;
    if (apt('update') && apt('install', '-y', '--no-install-recommends', ...missing)) return true;
  } else if (fs.existsSync(browser)) return true;
  console.log(
    `The browser tests need ${missing.join(' and ')}: install them, or set CHROMIUM to a Chromium's path.`,
  );
  tell('browser tests', false);
  return false;
}
