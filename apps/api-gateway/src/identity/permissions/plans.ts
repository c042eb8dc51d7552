export const PLANS = ['FREE', 'PLUS', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];
