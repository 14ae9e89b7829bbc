import type { Text } from '../kit/text.ts'

interface Permission {
  /** In the menu of the declaration screen. */
  readonly name: Text
  /** Distinguishes its transitions from those that other offices have too, where no stage is displayed. */
  readonly office: Text | null
  /** Aliases of the roles that have it: decides as which role a person with several acts. */
  readonly roles: readonly string[]
  /** Whether those who have it decide independently of what others do in the same stage. */
  readonly sideBySide: boolean
}

/** The permissions of transitions: the code is declaration_… */
export const permissions = {
  submit: { name: ['提交与撤回', 'Submit and withdraw'], office: null, roles: [], sideBySide: false },
  invite: { name: ['邀请运营商', 'Invite the operator'], office: null, roles: [], sideBySide: false },
  confirm: { name: ['运营商确认', 'Confirm as operator'], office: null, roles: [], sideBySide: false },
  city: { name: ['地市初审', 'City review'], office: ['地市', 'city'], roles: ['city'], sideBySide: false },
  province: {
    name: ['省级审核', 'Province review'],
    office: ['省级', 'province'],
    roles: ['province_miit', 'province_ca'],
    sideBySide: true,
  },
  score: { name: ['专家评分', 'Expert scoring'], office: null, roles: ['expert'], sideBySide: true },
  decide: {
    name: ['评审结论', 'Decide on the review'],
    office: ['评审', 'platform'],
    roles: ['platform'],
    sideBySide: false,
  },
  review: {
    name: ['补充审核', 'Further review'],
    office: ['补充审核', 'further review'],
    roles: [],
    sideBySide: true,
  },
  publish: { name: ['公示与入库', 'Notice and listing'], office: null, roles: ['platform'], sideBySide: false },
  object: { name: ['提出异议', 'Raise an objection'], office: null, roles: [], sideBySide: true },
  unlist: { name: ['移出项目库', 'Remove from the library'], office: null, roles: ['platform'], sideBySide: false },
} as const satisfies Record<string, Permission>

export type Perm = keyof typeof permissions
export const perms = Object.keys(permissions) as Perm[]
export const permissionOf = (perm: Perm): Permission => permissions[perm]

/** The permissions of transitions for the menu of the declaration screen. */
export const transitionPerms: { readonly [code: string]: Text } = Object.fromEntries(
  perms.map((perm) => [perm, permissions[perm].name]),
)
