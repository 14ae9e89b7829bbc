import { type RecommendDetail, recommendInput } from '#contract/project/recommend.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** What the recommender has filled in, for its form. */
export const recommendValues = (matter: RecommendDetail): FormValues =>
  Object.fromEntries(
    Object.keys(recommendInput).map((name) => [name, matter[name as keyof typeof recommendInput]]),
  ) as FormValues
