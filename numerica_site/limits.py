"""How often people may do what costs, or bothers others; see `accounts.limits`.

One library counts all limits: those of the sign-in pages and ours.
"""

LIMITS = {
    "signup": "20/m/ip",
    "newcomers": "20/m/key",  # guests and sign-ups, by IPv4 address or the /48 of IPv6
    "signup_mail": "3/m/key,10/h/key",  # by the address that gets it
    "manage_email": "10/m/user,20/m/ip",
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/300s/key",  # by name and network
    "login_failed_anywhere": "500/h/key",  # by name
    "login_failed_device": "10/300s/key",  # by name, in a browser that knows the person
    "reset_password": "20/m/ip,5/m/key",
    # By network: five classes of thirty in an hour, a large school in a day. Who is counted out may
    # still sign up, and who is a guest already plays on.
    "guest": "20/m/ip,150/h/key,500/d/key",
    "guest_name": "20/h/user",
    "invitation": "30/h/user",
    "guest_offer": "30/d/key",  # of guests to anyone, by network; see games.selectors.lobby
    "people": "60/m/ip",
    "follow": "60/h/user",
    "block": "60/h/user",
    "note": "60/h/user",
    "report": "10/h/user",
    "guest_report": "30/h/key,60/d/key",  # of guests, by network
    "appeal": "10/h/ip",
    "quick": "10/m/user",
    "computer": "60/h/user",
    "move": "30/m/user",
    "notices": "30/m/user",
    "unsubscribe": "20/h/key",  # by link: mail providers press it for many
    "push": "30/h/user",
    "hint": "60/m/user",
    "analysis": "10/m/user,60/h/user",  # positions that are asked about
    "chat": "60/m/user",  # presses; of lines there are fewer (services.chat)
    "preview": "240/m/user",
    "review": "10/m/ip",
    "export": "10/h/user",
    "records": "5/m/ip",
    "picture": "60/m/ip",
    "sockets": "120/10s/key,500/m/key",  # by network; why: accounts.sockets.limit_connections
    "delete_account": "5/300s/user",
}
