# Interactive shells: a prompt with the folder, and a history that is written line by line.
[ -z "$PS1" ] && return
shopt -s checkwinsize histappend
PS1='\u@\h:\w\$ '
HISTSIZE=10000
HISTFILESIZE=10000
PROMPT_COMMAND='history -a'
alias ls='ls --color=auto'
alias grep='grep --color=auto'
