/** Solves a small system of linear equations by Gaussian elimination with pivoting. Leaves its arguments as they were. */
export const solveLinear = (matrix: readonly Float64Array[], right: Float64Array): Float64Array => {
  const rows = matrix.map((row) => row.slice());
  const result = right.slice();
  const size = result.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    [result[column], result[pivot]] = [result[pivot], result[column]];
    for (let row = column + 1; row < size; row++) {
      const factor = rows[row][column] / rows[column][column];
      for (let index = column; index < size; index++) rows[row][index] -= factor * rows[column][index];
      result[row] -= factor * result[column];
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let index = row + 1; index < size; index++) result[row] -= rows[row][index] * result[index];
    result[row] /= rows[row][row];
  }
  return result;
};
