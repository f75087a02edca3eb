/** Networks on tfjs, in browsers and in Node: choose a backend first, then evaluate or learn. */
export {
  activeBackend,
  type BackendChoice,
  type BackendOptions,
  chooseBackend,
  describeChoice,
  parseTfjsBackend,
  TFJS_BACKENDS,
  type TfjsBackend,
} from './backend.ts';
export { TfjsEvaluator } from './tfjs-evaluator.ts';
export { TfjsLearner } from './tfjs-learner.ts';
