import { auth } from './auth.ts'
import type { AnyEntity, Area } from './kit/entity.ts'
import type { Text } from './kit/text.ts'
import { logError } from './log/log-error.ts'
import { column } from './news/column.ts'
import { fileRelease } from './news/file-release.ts'
import { pressRelease } from './news/press-release.ts'
import { news } from './news/public.ts'
import { ownAccount } from './own-account.ts'
import { portal } from './portal.ts'
import { company } from './project/company.ts'
import { declaration } from './project/declaration.ts'
import { industryList } from './project/industry.ts'
import { library } from './project/library.ts'
import { heldParts } from './project/parts.ts'
import { template } from './project/template.ts'
import { signOn } from './sign-on.ts'
import { attach } from './storage/attach.ts'
import { smsMessage } from './storage/sms-message.ts'
import { upload } from './storage/upload.ts'
import { client } from './system/client.ts'
import { dataScope } from './system/data-scope.ts'
import { dept } from './system/dept.ts'
import { dict } from './system/dict.ts'
import { menu } from './system/menu.ts'
import { param } from './system/param.ts'
import { post } from './system/post.ts'
import { region } from './system/region.ts'
import { role } from './system/role.ts'
import { tenantPackage } from './system/tenant-package.ts'
import { user } from './system/user.ts'

/** The register: every entity and every call, once. Nobody on this floor imports it. */
export const entities = {
  user,
  dept,
  role,
  post,
  dict,
  menu,
  param,
  region,
  dataScope,
  tenantPackage,
  client,
  attach,
  smsMessage,
  logError,
  company,
  template,
  declaration,
  library,
  column,
  fileRelease,
  pressRelease,
} as const satisfies Record<string, AnyEntity>

const [contact, factory, facilities, innovation, protection, implementation, material] = heldParts

export const calls = {
  auth,
  ownAccount,
  signOn,
  upload,
  portal,
  news,
  industry: { list: industryList },
  contact: contact.calls,
  factory: factory.calls,
  facilities: facilities.calls,
  innovation: innovation.calls,
  protection: protection.calls,
  implementation: implementation.calls,
  material: material.calls,
} as const

export type Entities = typeof entities

/** Areas that have a menu of their own, in its order. */
export const areas: Partial<Record<Area, { readonly label: Text; readonly source: string }>> = {
  project: { label: ['项目管理', 'Projects'], source: 'project' },
  news: { label: ['新闻管理', 'News'], source: 'news' },
  system: { label: ['系统管理', 'System'], source: 'setting' },
  storage: { label: ['资源管理', 'Resources'], source: 'storage' },
  log: { label: ['日志管理', 'Logs'], source: 'log' },
}
