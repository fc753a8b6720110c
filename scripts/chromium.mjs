import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * Debian's headless Chromium and an emoji font for the browser tests, installed by apt if this is root. Prints what to
 * install and returns false if they are missing otherwise.
 */
export function ensureChromium() {
  const has = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  const { CHROMIUM } = process.env;
  if (CHROMIUM && !fs.existsSync(CHROMIUM)) console.log(`There is no browser at ${CHROMIUM}.`);
  if (CHROMIUM) return fs.existsSync(CHROMIUM);
  const hasBrowser = fs.existsSync('/usr/bin/chromium-headless-shell');
  const missing = [
    ...(hasBrowser ? [] : ['chromium-headless-shell']),
    ...(has('dpkg', ['-s', 'fonts-noto-color-emoji']) ? [] : ['fonts-noto-color-emoji']),
  ];
  if (missing.length === 0) return true;
  if (process.getuid?.() === 0 && has('apt-get', ['--version'])) {
    console.log(`Installing ${missing.join(' and ')} ...`);
    const aptEnv = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env: aptEnv }).status === 0;
    if (apt('update') && apt('install', '-y', '--no-install-recommends', ...missing)) return true;
  }
  if (hasBrowser) return true;
  console.log(
    `The browser tests need ${missing.join(' and ')}: install them, or set CHROMIUM to a Chromium's path.`,
  );
  return false;
}
