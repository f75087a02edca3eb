/** An environment around another: hands everything on, so that a wrapper only says what it changes. */
import type { Action } from '../action.ts';
import type { Environment, RenderMode, ResetRequest, ResetResult, Rewards, StepResult } from '../environment.ts';
import type { Position } from '../position.ts';
import type { BoxSpace, DiscreteSpace } from '../spaces.ts';
import type { PlayerName } from '../stack.ts';

/** `clone` must make a wrapper of the subclass around `inner.clone()`, with a copy of whatever the subclass keeps. */
export abstract class EnvironmentWrapper implements Environment {
  readonly inner: Environment;
  constructor(inner: Environment) {
    this.inner = inner;
  }
  get version(): string {
    return this.inner.version;
  }
  get actionSpace(): DiscreteSpace {
    return this.inner.actionSpace;
  }
  get observationSpace(): BoxSpace {
    return this.inner.observationSpace;
  }
  get agentSelection(): PlayerName | null {
    return this.inner.agentSelection;
  }
  get rewards(): Rewards {
    return this.inner.rewards;
  }
  reset(request?: ResetRequest): ResetResult {
    return this.inner.reset(request);
  }
  step(action: Action): StepResult {
    return this.inner.step(action);
  }
  observe(out?: Float32Array): Float32Array {
    return this.inner.observe(out);
  }
  last(): StepResult {
    return this.inner.last();
  }
  undo(): void {
    this.inner.undo();
  }
  serialize(): string {
    return this.inner.serialize();
  }
  deserialize(text: string): void {
    this.inner.deserialize(text);
  }
  hash(): string {
    return this.inner.hash();
  }
  render(mode: RenderMode): string {
    return this.inner.render(mode);
  }
  position(): Position {
    return this.inner.position();
  }
  abstract clone(): Environment;
}
