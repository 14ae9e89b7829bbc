import { call, row } from '../kit/call.ts'
import { ref } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { publicRecommendFields } from '../project/recommended-fields.ts'

export const publicRecommend = {
  detail: call('GET', 'caict-porject/Home/recommend', ['推荐项目', 'Recommended project'], {
    access: 'public',
    input: { id: ref(...kitTerms.id, { required: true }) },
    output: row({ id: base.id, ...publicRecommendFields }),
  }),
}

/** Address of the public page of a recommended project. */
export const recommendAt = (id: string): string => `/recommend/${id}`
