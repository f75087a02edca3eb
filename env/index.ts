/**
 * The public face of `env`: the rules of TZAAR and everything around a single game. Runs in Node and in browsers. Names are
 * listed one by one, since each is a promise to users; hot code of other folders imports internals from their files.
 */
export {
  ACTION_COUNT,
  type Action,
  directionOf,
  isPlacement,
  MAX_LEGAL_ACTIONS,
  MOVE_COUNT,
  moveAction,
  originOf,
  PASS,
  placedKind,
  placedPoint,
  placementAction,
} from './action.ts';
export {
  COLUMN_COUNT,
  COLUMN_NAMES,
  COLUMN_SIZES,
  DIRECTION_COUNT,
  DIRECTION_NAMES,
  DIRECTION_STEPS,
  type Direction,
  NEIGHBOURS,
  OFF_BOARD,
  oppositeDirection,
  POINT_COUNT,
  POINT_NAMES,
  POINT_Q,
  POINT_R,
  type Point,
  pointAt,
  pointNamed,
} from './board.ts';
export {
  type Checked,
  check,
  choicesOf,
  defaultOf,
  described,
  type Entries,
  entriesOf,
  exactly,
  expectedOf,
  fitting,
  flag,
  type Given,
  isRecord,
  joinProblems,
  list,
  mapped,
  matching,
  maybe,
  nameOf,
  orNull,
  problemsOf,
  provided,
  type RecordSchema,
  readable,
  real,
  record,
  type Schema,
  TEXT_LIMIT,
  text,
  variant,
  whole,
  withDefault,
  without,
  word,
} from './check.ts';
export {
  CHECK_LEVELS,
  type CheckLevel,
  type CheckOptions,
  type CheckReport,
  checkEnvironment,
  OPTIONAL_FEATURES,
  type OptionalFeature,
} from './check-environment.ts';
export {
  ENVIRONMENT_VERSION,
  type Environment,
  type GameOptions,
  type Info,
  type RenderMode,
  type ResetRequest,
  type ResetResult,
  type Rewards,
  type Seat,
  type StepResult,
} from './environment.ts';
export { EnvironmentFault } from './environment-fault.ts';
export {
  formatRecord,
  type GameRecord,
  type GameResult,
  movesSoFar,
  parseRecord,
  RECORD_FORMAT,
  RECORD_VERSION,
  type Replay,
  replayRecord,
} from './game-record.ts';
export { InvalidInput, NOT_SHOWN } from './invalid-input.ts';
export { formatLine } from './line-text.ts';
export { checkAction, formatAction, legalMoveTexts, parseAction } from './move-text.ts';
export {
  applySymmetryToObservation,
  encodeObservation,
  GRID_OBSERVATION_SIZE,
  GRID_SIDE,
  gridIndex,
  OBSERVATION_SIZE,
  symmetricPlane,
  toGrid,
} from './observation.ts';
export { drawPlanes, planeValues } from './observation-text.ts';
export { OBSERVATION_VIEWS, type ObservationView, observationSpaceOf } from './observation-view.ts';
export { perft } from './perft.ts';
export { planeTable } from './plane-table.ts';
export { HEIGHT_UNIT, PLANE_COUNT, PLANES, type Plane, planeIndex } from './planes.ts';
export {
  clonePosition,
  copyPosition,
  emptyPosition,
  hashOf,
  MAIN,
  MAX_PLIES,
  NOBODY,
  OPENING,
  PHASES,
  type Phase,
  type PhaseName,
  PLACEMENT,
  type Position,
  playedActions,
  type Step,
  setPosition,
} from './position.ts';
export { formatPosition, parsePosition } from './position-text.ts';
export { preview, printable } from './printable.ts';
export { type Rng, randomBelow, randomStream, shuffle } from './random.ts';
export { type Named, Registry } from './registry.ts';
export { type Arrow, renderSvg, type SvgOptions } from './render-svg.ts';
export { describeOutcome, describeTurn, renderText, type TextStyle } from './render-text.ts';
export {
  isLegal,
  isStuck,
  legalActions,
  type Outcome,
  outcome,
  play,
  REASONS,
  type Reason,
  undo,
} from './rules.ts';
export { FIXED_START_TEXT, parseSetup, SETUPS, type Setup, setUp, startPosition } from './setup.ts';
export { BoxSpace, DiscreteSpace } from './spaces.ts';
export {
  BLACK,
  BOTH_PLAYERS,
  type Cell,
  cellOf,
  EMPTY,
  heightOf,
  KIND_COUNT,
  KINDS,
  type Kind,
  type KindName,
  kindOf,
  opponentNamed,
  opponentOf,
  ownerOf,
  PIECES_OF_KIND,
  PIECES_PER_PLAYER,
  PLAYERS,
  type Player,
  type PlayerName,
  signOf,
  WHITE,
} from './stack.ts';
export {
  applySymmetry,
  inverseSymmetry,
  SYMMETRY_COUNT,
  type Symmetry,
  symmetricAction,
  symmetricDirection,
  symmetricPoint,
} from './symmetry.ts';
export { formatTurn, parseTurn } from './turn-text.ts';
export { TzaarEnv, type TzaarEnvOptions } from './tzaar-env.ts';
export {
  AUTORESET_MODES,
  type AutoresetMode,
  type FinalResults,
  TzaarVectorEnv,
  type VectorEnvOptions,
  type VectorInfo,
  type VectorResetRequest,
  type VectorResult,
} from './vector-env.ts';
export { EnvironmentWrapper } from './wrappers/environment-wrapper.ts';
export { RandomSymmetry } from './wrappers/random-symmetry.ts';
export { RecordGames, type RecordListener } from './wrappers/record-games.ts';
export { SeatView } from './wrappers/seat-view.ts';
export { TimeLimit } from './wrappers/time-limit.ts';
