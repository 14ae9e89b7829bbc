/** Names of dialogs, by which a page reopens one with unsent input; the dialogs are loaded when they open. */
export const platformDialog = 'user-platform'
export const approvalDialog = 'user-approval'
export const rolesDialog = 'user-roles'
export const grantDialog = 'role-grant'
export const menusDialog = 'top-menu-grant'
export const paramDialog = 'param'
export const boundsDialog = 'tenant-bounds'
export const copyRoleDialog = 'copy-role'
