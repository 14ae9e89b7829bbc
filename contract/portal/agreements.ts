import type { Agreement } from '../consent.ts'
import { call, shaped } from '../kit/call.ts'

/** What whoever registers agrees to. The page of the registration needs no code of other public calls. */
export const agreements = {
  /** The statements in their present versions. */
  list: call('GET', 'caict-porject/Home/agreements', ['待同意的声明', 'Agreements'], {
    access: 'public',
    output: shaped<Agreement[]>(),
  }),
}
