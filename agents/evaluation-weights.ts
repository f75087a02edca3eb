/** Written by `npm run fit-evaluation`: log-odds for each feature of `evaluation.ts`, first for step 1, then for step 2. */
export const EVALUATION_WEIGHTS: ArrayLike<number> = Float64Array.of(
  -0.046, // step 1: own tzaars
  0.079, // step 1: own tzarras
  0.015, // step 1: own totts
  -0.808, // step 1: own tzaar scarcity
  -0.641, // step 1: own tzarra scarcity
  -1.192, // step 1: own tott scarcity
  0.279, // step 1: own tzaar height
  0.389, // step 1: own tzarra height
  -0.234, // step 1: own tott height
  0.41, // step 1: own stacks of 2 and more
  0.578, // step 1: own stacks of 3 and more
  0.415, // step 1: own stacks of 4 and more
  0.166, // step 1: own kinds with a stack above all enemies
  0.035, // step 1: own tallest stack
  0.07, // step 1: own captures
  -4.356, // step 1: own capture scarcity
  -0.064, // step 1: own tzaars attacked
  -0.336, // step 1: own tzarras attacked
  -0.552, // step 1: own totts attacked
  -0.041, // step 1: own kinds attacked to the last
  -0.217, // step 1: own kinds of two, both attacked
  0.034, // step 1: enemy tzaars
  -0.083, // step 1: enemy tzarras
  -0.027, // step 1: enemy totts
  0.904, // step 1: enemy tzaar scarcity
  0.711, // step 1: enemy tzarra scarcity
  0.154, // step 1: enemy tott scarcity
  -0.34, // step 1: enemy tzaar height
  -0.412, // step 1: enemy tzarra height
  0.185, // step 1: enemy tott height
  -0.344, // step 1: enemy stacks of 2 and more
  -0.606, // step 1: enemy stacks of 3 and more
  -0.553, // step 1: enemy stacks of 4 and more
  -0.245, // step 1: enemy kinds with a stack above all enemies
  0.048, // step 1: enemy tallest stack
  -0.076, // step 1: enemy captures
  2.242, // step 1: enemy capture scarcity
  0.148, // step 1: enemy tzaars attacked
  0.537, // step 1: enemy tzarras attacked
  0.664, // step 1: enemy totts attacked
  0.0, // step 1: enemy kinds attacked to the last
  0.649, // step 1: enemy kinds of two, both attacked
  0.482, // step 1: constant
  -0.013, // step 2: own tzaars
  0.09, // step 2: own tzarras
  0.02, // step 2: own totts
  -0.579, // step 2: own tzaar scarcity
  -0.383, // step 2: own tzarra scarcity
  -0.781, // step 2: own tott scarcity
  0.278, // step 2: own tzaar height
  0.381, // step 2: own tzarra height
  -0.329, // step 2: own tott height
  0.463, // step 2: own stacks of 2 and more
  0.595, // step 2: own stacks of 3 and more
  0.437, // step 2: own stacks of 4 and more
  0.104, // step 2: own kinds with a stack above all enemies
  0.015, // step 2: own tallest stack
  0.059, // step 2: own captures
  -3.261, // step 2: own capture scarcity
  -0.042, // step 2: own tzaars attacked
  -0.254, // step 2: own tzarras attacked
  -0.528, // step 2: own totts attacked
  0.232, // step 2: own kinds attacked to the last
  0.043, // step 2: own kinds of two, both attacked
  0.014, // step 2: enemy tzaars
  -0.088, // step 2: enemy tzarras
  -0.021, // step 2: enemy totts
  0.712, // step 2: enemy tzaar scarcity
  0.533, // step 2: enemy tzarra scarcity
  0.503, // step 2: enemy tott scarcity
  -0.28, // step 2: enemy tzaar height
  -0.389, // step 2: enemy tzarra height
  0.129, // step 2: enemy tott height
  -0.383, // step 2: enemy stacks of 2 and more
  -0.539, // step 2: enemy stacks of 3 and more
  -0.519, // step 2: enemy stacks of 4 and more
  -0.249, // step 2: enemy kinds with a stack above all enemies
  -0.054, // step 2: enemy tallest stack
  -0.062, // step 2: enemy captures
  2.845, // step 2: enemy capture scarcity
  0.26, // step 2: enemy tzaars attacked
  0.49, // step 2: enemy tzarras attacked
  0.623, // step 2: enemy totts attacked
  0.0, // step 2: enemy kinds attacked to the last
  0.375, // step 2: enemy kinds of two, both attacked
  0.043, // step 2: constant
);
