/**
 * Chinese texts that rightly have several English ones, by the reason. Capital letters, a plural and an article need
 * no reason. Where two texts mean the same thing, choose one word instead of a line here (docs/GLOSSARY.md).
 */
export const severalEnglish: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Chinese has one form for what somebody does, what it is called, and what was done.': {
    取消签收: ['Give back', 'Given back'],
    终止: ['End', 'Ended'],
    改派: ['Reassign', 'Reassigned'],
    转办: ['Pass on', 'Passed on'],
    抄送: ['Send a copy', 'Copy sent'],
    批量办理: ['Handle many', 'Handled together with others'],
    加签: ['Consult', 'Consulted', 'Consultation'],
    撤回加签: ['Withdraw the consultation', 'Consultation withdrawn'],
    删除: ['Delete', 'Deleted'],
    催办: ['Remind', 'Reminded'],
    测试连接: ['Test the connection', 'Connection tested'],
    生成代码: ['Generate code', 'Code generated'],
    挂起: ['Suspend', 'Suspended'],
    导出: ['Export', 'Exported'],
    导入: ['Import', 'Imported'],
    新增: ['Add', 'Added'],
    恢复到变更前: ['Restore earlier values', 'Earlier values restored'],
    登录: ['Log in', 'Login', 'Logged in'],
    退出登录: ['Log out', 'Logged out'],
    重设密码: ['Reset password', 'Password reset'],
    短信重设密码: ['Reset a password by SMS', 'Password reset by SMS'],
    租户设置: ['Settings', 'Tenant settings changed'],
    修改并重新提交: ['Correct and submit again', 'Corrected and submitted again'],
    移出项目库: ['Remove from the library', 'Removed from the library'],
    移除: ['Remove', 'Removed'],
    撤回: ['Withdraw', 'Withdrawn'],
    退回修改: ['Return for correction', 'Returned for correction'],
    重新提交: ['Submit again', 'Submitted again'],
    同意: ['Agree', 'agree', 'Agreed'],
    不予通过: ['Reject', 'Rejected'],
    审核通过: ['Approve', 'Approved'],
    发起: ['Start', 'Started'],
    回避: ['recusal', 'Recused'],
    推荐项目: ['Recommend a project', 'Recommended project'],
    受邀单位: ['Branch to invite', 'Invited branch'],
    统一身份认证登录: ['Log in with single sign-on', 'Single sign-on'],
    项目申报: ['Declare a project', 'Declarations', 'Declaration'],
    已发事务: ['Started', 'started process'],
  },
  'A whole sentence, or a part of one, where the other is a label.': {
    已撤销: ['Withdrawn', 'It was withdrawn'],
    已撤回: ['Withdrawn', 'It was withdrawn'],
    已入库: ['Listed', 'Project listed'],
    修改密码: ['Change password', 'Password changed', 'Change your password'],
    默认连线: ['Default flow', 'the default'],
    由您办理: ['Yours', 'with you'],
    确认: ['Confirm', 'Confirm: '],
    确认部署: ['Deploy', 'Deploy this?'],
    解锁: ['Unlock', 'Unlock the screen'],
    待办任务: ['Waiting tasks', 'task'],
    '运行成功!': ['The run has been created', 'Done'],
  },
  'The menu of the portal and the tabs of the login have no space for the full name.': {
    技术进展: ['Technology progress', 'Technology'],
    典型案例: ['Typical cases', 'Typical case', 'Cases'],
    政策服务: ['Policy services', 'Policy'],
    手机号登录: ['Login by phone', 'Phone'],
  },
  'Two things, which English names differently.': {
    秒: ['s', 'seconds'],
    // of a picture; of a message to the phone
    请输入验证码: ['Please enter the captcha', 'Please enter the code'],
    // of a leave or a schedule, in the future; of a job or a task, in the past
    开始时间: ['From', 'Started at'],
    结束时间: ['To', 'Ended at'],
    // the title of a client; one of two names of a job server
    应用名称: ['Name', 'Application'],
    // a request is withdrawn, a change of a drawing is undone
    撤销: ['Undo', 'Withdrawn'],
    // of a declaration; of any other process
    环节: ['Stage', 'stage', 'Step'],
    // a process is activated, a setting enabled (glossary)
    启用: ['Activate', 'Enable', 'Enabled'],
    // a job is done, a part of a declaration complete
    已完成: ['Done', 'Complete'],
    // a dialog is cancelled, a filter removed
    取消: ['Cancel', 'Remove'],
    // the standard call; a button; what the log says
    修改: ['Update', 'Edit', 'Changed'],
    // a row is restored, an instance resumed (glossary)
    恢复: ['Restore', 'Restored', 'Resume', 'Resumed'],
    // a role is granted; another application is authorised
    授权: ['Granted', 'Authorise'],
    // of an error
    内容: ['Content', 'Message'],
    // the statement that is about the site; any of the statements
    网站声明: ['About this site', 'Statement of the site'],
    // amounts are in millions in English; the unit of a figure is not converted
    亿元: ['¥ million', 'RMB 100 million'],
    // the page of a province lists its cities
    地区: ['Location', 'City'],
    // who declares; of measure
    单位: ['company', 'Company', 'Unit'],
    // a task is handled, a declaration reviewed
    办理: ['Handle', 'Review'],
    // says what something is; says something to its reader
    说明: ['Description', 'Note', 'Notes'],
    // a part of a declaration; a value
    未填写: ['Not started', 'Not filled in'],
    // of a reviewer; of a check of a permission
    通过: ['Approve', 'Passed'],
    // a format of files; in a text
    表格: ['Table', 'spreadsheets'],
    // of a storage or an SMS service, as their manuals call it; of this API
    接口地址: ['Endpoint', 'API address'],
    // of a person; of those to whom an SMS goes
    手机号码: ['Phone', 'Phone numbers'],
    // of the scopes; of a role
    权限设置: ['Set scopes', 'Grant'],
    // of a client of the sign-on, as OAuth calls it
    权限: ['Permissions', 'permission', 'Authorities'],
    // of a pasted table, where it answers a question
    无: ['None', 'none', 'false'],
    // of a switch; of a window
    关闭: ['Off', 'Close'],
    // of an account; of a check
    正常: ['Active', 'OK'],
    // of a tenant; of an account, whose state does not say which
    已停用: ['Suspended', 'Rejected or disabled', 'Revoked'],
    // of a batch; the office that decides
    评审: ['Under review', 'platform'],
    // in a definition; in an article
    引用: ['reference', 'Quote'],
    // of a list; of industry
    项目: ['Item', 'Project', 'project'],
    // a chart or a map without values; a list to which nobody has added anything
    暂无数据: ['No data', 'Nothing here yet'],
    // of a number; of a filter
    不限: ['No limit', 'Any'],
    // of a declarant (glossary); of a form in steps
    下一步: ['Next step', 'Next'],
  },
}
