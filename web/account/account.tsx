import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { registration } from '#contract/registration.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import css from './account.module.css'
import { Devices } from './devices.tsx'
import { Logins } from './logins.tsx'
import { MessageChannels } from './message-channels.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalInfo } from './personal-info.tsx'

/** Change password: old, new, confirm; a change logs out all sessions (specification 000, section 8). */
const ChangePassword = () => {
  const t = useLocalize()
  return (
    <>
      <p className={css.lead}>
        {t([
          '修改成功后，本账号在所有设备上的登录都会结束，请用新密码重新登录。',
          'After the change, this account is logged out on all devices. Log in again with the new password.',
        ])}
      </p>
      <PasswordForm withOld />
    </>
  )
}

const Colleagues = lazyComponent(async () => (await import('./colleagues.tsx')).Colleagues)

const ApiKeys = lazyComponent(async () => (await import('./api-keys.tsx')).ApiKeys)

const Webhooks = lazyComponent(async () => (await import('./webhooks.tsx')).Webhooks)

const parts = ['info', 'password', 'messages', 'devices', 'keys', 'webhooks', 'logins', 'colleagues'] as const
type Part = (typeof parts)[number]

const labels: Record<Part, Text> = {
  info: ['个人信息', 'Personal info'],
  password: ['修改密码', 'Change password'],
  messages: ['消息接收', 'Messages'],
  devices: ['我的登录', 'My sessions'],
  keys: ['接口密钥', 'API keys'],
  webhooks: ['事件推送', 'Webhooks'],
  logins: ['最近登录', 'Recent logins'],
  colleagues: ['本单位注册申请', 'My organisation'],
}

/** Keeps its content mounted once it was active, so that a look at another part loses nothing typed. */
const KeepMounted = ({ isActive, children }: { isActive: boolean; children: ReactNode }) => {
  const [wasActive, setWasActive] = useState(isActive)
  if (isActive && !wasActive) setWasActive(true)
  return wasActive ? <div hidden={!isActive}>{children}</div> : null
}

/** The person's account page in parts; the query `tab` selects one (specification 000, section 2). */
export const Account = () => {
  const t = useLocalize()
  const [search, setSearch] = useSearchParams()
  const activePart = parts.find((part) => part === search.get('tab')) ?? 'info'
  const { data: waiting } = useAnswer(registration.colleagues)
  const visibleParts = parts.filter((part) => part !== 'colleagues' || part === activePart || waiting?.length)
  const show = (part: Part) => setSearch(part === 'info' ? {} : { tab: part }, { replace: true })
  return (
    <div>
      <Tabs
        label={t(['个人中心', 'Personal center'])}
        tabs={visibleParts.map((part) => ({ name: part, label: t(labels[part]) }))}
        shown={activePart}
        onShow={show}
      >
        <KeepMounted isActive={activePart === 'info'}>
          <PersonalInfo />
        </KeepMounted>
        <KeepMounted isActive={activePart === 'password'}>
          <ChangePassword />
        </KeepMounted>
        {activePart === 'messages' ? <MessageChannels /> : null}
        {activePart === 'devices' ? <Devices /> : null}
        {activePart === 'keys' ? <ApiKeys /> : null}
        {activePart === 'webhooks' ? <Webhooks /> : null}
        {activePart === 'colleagues' ? <Colleagues /> : null}
        {activePart === 'logins' ? <Logins choose={show} /> : null}
      </Tabs>
    </div>
  )
}
