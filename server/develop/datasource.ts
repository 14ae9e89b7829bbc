import { datasource, drivers } from '#contract/develop/datasource.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Handlers, requirePermission } from '../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../engine/crud.ts'
import { usedByTenant } from '../system/tenants/used-by-tenant.ts'

interface Address {
  readonly driverClass?: keyof typeof drivers | null
  readonly url?: string | null
}

/** The address must fit the driver and must not contain a password, because the table of data sources shows it. */
const addressFaults = ({ driverClass, url }: Address): Fault[] => {
  const urlPrefix = driverClass && drivers[driverClass]
  if (!urlPrefix || !url) return []
  const at = 'url'
  const wrongPrefixText: Text = ['连接地址应以 {0} 开头', 'The address must start with {0}']
  if (!url.startsWith(urlPrefix) || url.length === urlPrefix.length)
    return [{ at, text: fill(wrongPrefixText, urlPrefix) }]
  const passwordInUrlText: Text = [
    '连接地址中不能写密码，请输入到“密码”一栏',
    'Do not put the password in the address; enter it in the field “Password”',
  ]
  return /(?:password|pwd)\s{0,20}=/i.test(url) || /\/\/[^/?:@]*:[^/?@]*@/.test(url)
    ? [{ at, text: passwordInUrlText }]
    : []
}

/** Data sources: addresses of external databases, one of which can be assigned to a tenant. */
export const datasourceHandlers: Handlers<'datasource'> = {
  submit: async (ctx, input) => {
    requirePermission(ctx, input.id ? 'datasource_edit' : 'datasource_add')
    // BladeX and Saber pages send the address escaped for HTML
    const values = input.url ? { ...input, url: input.url.replaceAll('&amp;', '&') } : input
    const faults = addressFaults({ ...(input.id ? await findRow(ctx, datasource, input.id) : {}), ...values })
    if (faults.length) throw faulty(faults)
    return input.id ? updateRow(ctx, datasource, input.id, values) : insertRow(ctx, datasource, values)
  },
  remove: (ctx, { ids }) => removeRows(ctx, datasource, split(ids), usedByTenant(datasource)),
  select: async (ctx) => (await rowsOf(ctx, datasource, {})).map(({ id, name }) => ({ id, name })),
}
