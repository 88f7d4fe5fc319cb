import { resolve } from 'node:path';
import { config as loadDotenv } from 'dotenv';
import { type Config, parseConfig } from '../config.ts';

/** The configuration from `.env` in the working directory and the environment, which wins. */
export function loadConfig(): Config {
  loadDotenv({ path: resolve('.env'), quiet: true });
  return parseConfig(process.env, process.cwd());
}
