-- A message whose channel is not set up is not sent, which is no failure.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check check (state in ('waiting', 'sending', 'sent', 'skipped', 'unsent', 'failed'));
update outbox set state = 'unsent'
where state = 'failed' and reason in ('未配置邮件服务（SMTP_URL）', '未设置参数 message.smsTemplate', '没有启用的短信服务商');
