/** Cases that do not come out right yet, with what has to change. The suite fails when one of them comes out right. */
export const EXPECTED_TO_FAIL: Readonly<Record<string, string>> = {};
