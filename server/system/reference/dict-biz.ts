import { dictBiz } from '#contract/system/dict-biz.ts'
import { dictionaryHandlers } from './dict.ts'

export const dictBizHandlers = dictionaryHandlers(dictBiz)
