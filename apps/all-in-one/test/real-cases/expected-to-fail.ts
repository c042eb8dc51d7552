/** Cases with a wrong result so far, with the required change. The suite fails when one of them succeeds. */
export const EXPECTED_TO_FAIL: Readonly<Record<string, string>> = {};
