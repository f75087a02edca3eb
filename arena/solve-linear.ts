/** Solves small systems of linear equations by Gaussian elimination with pivoting. Leaves its arguments as they were. */

export const solveLinear = (matrix: readonly Float64Array[], right: Float64Array): Float64Array =>
  Float64Array.from(
    eliminate(
      matrix,
      Array.from(right, (value) => Float64Array.of(value)),
    ),
    ([value]) => value,
  );

/** Costs as much as four solutions or so, however large the matrix: it is reduced once for all columns. */
export const invertMatrix = (matrix: readonly Float64Array[]): Float64Array[] =>
  eliminate(
    matrix,
    matrix.map((row, index) => row.map((_, column) => (column === index ? 1 : 0))),
  );

/** `right` holds a right side in each column, and so does the result; its rows are overwritten. */
const eliminate = (matrix: readonly Float64Array[], right: Float64Array[]): Float64Array[] => {
  const rows = matrix.map((row) => row.slice());
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    [right[column], right[pivot]] = [right[pivot], right[column]];
    for (let row = column + 1; row < size; row++) {
      const factor = rows[row][column] / rows[column][column];
      if (factor === 0) continue; // most pairs of a pool have never met
      subtract(rows[row], factor, rows[column], column);
      subtract(right[row], factor, right[column], 0);
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let index = row + 1; index < size; index++) subtract(right[row], rows[row][index], right[index], 0);
    const pivot = rows[row][row];
    for (let index = 0; index < right[row].length; index++) right[row][index] /= pivot;
  }
  return right;
};

const subtract = (from: Float64Array, factor: number, row: Float64Array, start: number): void => {
  for (let index = start; index < row.length; index++) from[index] -= factor * row[index];
};
