import { localize } from '#contract/kit/text.ts'
import { loginLog } from '#contract/log/login-log.ts'
import { browserWords } from '../auth/browser-words.ts'
import { sql } from '../base/database/sql.ts'
import type { Handlers } from '../engine/context.ts'
import { isVisiblePersonOrNobody, pageOfPeople } from '../system/people/visible-people.ts'

export const loginLogHandlers: Handlers<'loginLog'> = {
  list: async (ctx, input) => {
    const conditions = [isVisiblePersonOrNobody(ctx)]
    const page = await pageOfPeople(ctx, loginLog, input, { conditions, order: sql`create_time desc, id desc` })
    const records = page.records.map((row) => ({
      ...row,
      browser: localize(browserWords(row.browser ?? ''), ctx.lang),
    }))
    return { ...page, records }
  },
}
