import { citedesk } from './citedesk.ts';
import { PEERS } from './peers/all.ts';
import { SetError } from './sets.ts';
import type { System } from './system.ts';

const SYSTEMS = [citedesk, ...PEERS];

/** The systems of a list like `citedesk,lunr`, all without one. */
export function chooseSystems(list: string | undefined): readonly System[] {
  if (list === undefined) return SYSTEMS;
  return list.split(',').map((name) => {
    const system = SYSTEMS.find((known) => known.name === name.trim());
    if (system !== undefined) return system;
    const names = SYSTEMS.map((known) => known.name).join(', ');
    throw new SetError(`There is no system ${name}; there are ${names}.`);
  });
}
