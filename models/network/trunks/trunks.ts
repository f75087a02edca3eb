/** The trunks that a config can name. Every engine evaluates and trains whatever is registered here. */
import { Registry } from '../../../env/index.ts';
import { MLP } from './mlp.ts';
import { HEX, RAY, STACK } from './tower.ts';
import type { Trunk } from './trunk.ts';

/** The trunks that configs can name. */
export const TRUNKS: Registry<Trunk> = new Registry('trunk', [HEX, RAY, STACK, MLP]);
