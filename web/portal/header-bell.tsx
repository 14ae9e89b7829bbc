import { useUser } from '#web/base/api/session.ts'
import { InboxBell } from '#web/inbox/inbox-bell.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import css from './portal-header.module.css'

const ConsentRequest = lazyComponent(async () => (await import('#web/account/consent-request.tsx')).ConsentRequest)

const maxCount = 99

/** The bell of the portal's header, with the number of unread messages. */
export const HeaderBell = () => (
  <>
    {/* here, because phones hide the account menu until it is opened */}
    {useUser()?.asks_consent === false ? null : <ConsentRequest />}
    <InboxBell
      className={css.bell ?? ''}
      all="/messages"
      icon={(unread) => (
        <>
          <svg
            viewBox="0 0 24 24"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M6 8a6 6 0 0 1 12 0c0 7 3 9 3 9H3s3-2 3-9M10.3 21a1.94 1.94 0 0 0 3.4 0" />
          </svg>
          {unread ? (
            <span className={css.unread} aria-hidden="true">
              {unread > maxCount ? `${maxCount}+` : unread}
            </span>
          ) : null}
        </>
      )}
    />
  </>
)
