import { Fail } from '#contract/kit/fail.ts'
import { addressOf } from '#contract/storage/download.ts'
import { user } from '#contract/system/user.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, type HandlerOf, tx } from '../../engine/context.ts'
import { findRow, updateRow } from '../../engine/crud.ts'
import { unscoped } from '../access/unscoped.ts'
import { checkRealName } from './people.ts'
import { assertContactsUnchanged } from './update-contacts.ts'

/** The row of a picture the caller uploaded by put-file, by its link; null if the link is not exactly that. */
const findUploadedPicture = async (ctx: Ctx, link: string) => {
  const row = await ctx.db
    .selectFrom('attach')
    .select(['id', 'name', 'link'])
    .where('id', '=', /[?&]id=(\d{1,19})(?:&|$)/.exec(link)?.[1] ?? '0')
    .where('createUser', '=', ctx.actor.id)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return row?.name && row.link === link && link === addressOf(row.id, row.name) ? row : null
}

const pictureNotUploaded = ['请先上传头像图片', 'Please upload the picture first'] as const

/** Removes the former picture when another one is set, so that its link no longer works. */
const dropPicture = async (ctx: Ctx, link: string) => {
  const picture = await findUploadedPicture(ctx, link)
  if (!picture) return
  await ctx.db.updateTable('attach').set({ isDeleted: 1 }).where('id', '=', picture.id).execute()
  await writeAudit(ctx, 'attach', picture.id, 'remove', { link }, null)
}

/** Updates the caller's own details: only their row, and only these fields. Contacts change with the password (updateContacts). */
export const updateInfo: HandlerOf<typeof user.calls.updateInfo> = (ctx, { realName, name, phone, email, avatar }) =>
  tx(unscoped(ctx), async (inside) => {
    checkRealName(realName)
    const id = ctx.actor.id
    const before = await findRow(inside, user, id)
    assertContactsUnchanged(before, { phone, email })
    const { avatar: currentAvatar } = before
    const next = avatar === undefined ? currentAvatar : avatar || null
    if (next !== currentAvatar) {
      if (next && !(await findUploadedPicture(inside, next)))
        throw new Fail(pictureNotUploaded, 400, { faults: [{ at: 'avatar', text: pictureNotUploaded }] })
      if (currentAvatar) await dropPicture(inside, currentAvatar)
    }
    await updateRow(inside, user, id, { realName, name, avatar: next }, 'updateInfo')
    return null
  })
